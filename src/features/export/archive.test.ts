import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { SaxesParser } from 'saxes';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { hostileBlog, hostileTitles } from '../../../tests/support/hostile-blog.ts';
import { admin, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { size } from '../../../tests/support/size.ts';
import { isInstalled, testWith } from '../../../tests/support/test-with.ts';
import { splitFrontMatter } from '../../content/markdown/front-matter.ts';
import { createPost } from '../../core/posts/write-posts.ts';
import type { Blog } from '../../platform/blog.ts';
import type { Source } from '../../platform/files/source.ts';
import { openSource } from '../import/sources/open-source.ts';
import { writeExport } from './write-export.ts';

const tagRow = (name: string) => ({ tag_name: name, display_name: name, name_key: name });

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'export-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function exported(blog: Blog): Promise<{ file: string; source: Source }> {
  const file = path.join(await temporaryFolder(), 'export.zip');
  await writeExport(blog, 'archive', file);
  const source = await openSource(file);
  onTestFinished(() => source.close());
  return { file, source };
}

async function read(source: Source, name: string): Promise<string> {
  const entry = source.entry(name);
  if (!entry) throw new Error(`${name} is not in the archive.`);
  return textOf(await entry.open());
}

test('every title is in front matter, XML and JSON as it is', async () => {
  const { blog, posts, pages, drafts } = await hostileBlog();
  const { source } = await exported(blog);
  const names = source.entries.map((entry) => entry.path);
  const markdown = names.filter((name) => /^(?:posts|pages)\/[^/]+\.md$/.test(name));
  expect(markdown).toHaveLength(posts + pages + drafts);

  const titles: string[] = [];
  for (const name of markdown) {
    const { frontMatter } = splitFrontMatter(await read(source, name));
    titles.push(parse(frontMatter ?? '').title);
  }
  expect(titles).toEqual(expect.arrayContaining(hostileTitles));

  const xml = elements(await read(source, 'wordpress.xml'), 'item');
  const found = xml.filter((item) => /post|page/.test(item['wp:post_type'] ?? ''));
  expect(found).toHaveLength(posts + pages + drafts);
  const illegal = ['\u0001', '\u0008', '\u001b'];
  const legal = (title: string) =>
    [...title.replace(/\r\n?/g, '\n')].filter((character) => !illegal.includes(character)).join('');
  expect(found.map(({ title }) => title)).toEqual(expect.arrayContaining(hostileTitles.map(legal)));

  // WordPress leaves out a post with the title and the second of another.
  expect(new Set(found.map((item) => item['wp:post_date'])).size).toBe(found.length);

  const ghost = JSON.parse(await read(source, 'ghost.json')).db[0].data;
  expect(ghost.posts).toHaveLength(posts + pages + drafts);
  expect(new Set(ghost.posts.map(({ slug }: { slug: string }) => slug)).size).toBe(posts + pages + drafts);
  for (const name of ['comments', 'reactions', 'votes', 'redirects', 'settings', 'media', 'export'])
    expect(JSON.parse(await read(source, `${name}.json`)), name).toBeTypeOf('object');
});

test('names of files fit every file system', async () => {
  const { blog } = await hostileBlog();
  const names = (await exported(blog)).source.entries.map((entry) => entry.path);
  const folded = names.map((name) => name.normalize('NFKC').toUpperCase());
  expect(new Set(folded).size).toBe(names.length);
  for (const name of names.flatMap((whole) => whole.split('/'))) {
    expect(Buffer.byteLength(name)).toBeLessThan(200);
    expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|[<>:"\\|?*\p{Cc}]|[. ]$/iu);
  }
});

test('secrets are not in the export', async () => {
  const { blog } = await hostileBlog();
  const { source } = await exported(blog);
  const secrets = (await blog.db.selectFrom('settings').selectAll().execute()).filter(
    ({ name }) => !['site', 'menu', 'announcement', 'custom_css', 'custom_css_version'].includes(name),
  );
  expect(secrets.length).toBeGreaterThan(0);
  for (const entry of source.entries) {
    const content = await textOf(await entry.open());
    for (const { name, value } of secrets)
      expect(content.includes(value), `${name} in ${entry.path}`).toBe(false);
  }
});

test('a post with very many tags is exported', async () => {
  const many = size(1_000, 10_000);
  const blog = await memoryBlog();
  await createPost(blog, { post_title: 'Tagged', active: true }, admin);
  const tags = Array.from({ length: many }, (_, index) => tagRow(`tag${index}`));
  for (let from = 0; from < tags.length; from += 1_000)
    await blog.db
      .insertInto('tags')
      .values(tags.slice(from, from + 1_000))
      .execute();
  await blog.db
    .insertInto('post_tags')
    .columns(['post_id', 'tag_id'])
    .expression((eb) => eb.selectFrom('tags').select((inner) => [inner.lit(1).as('post_id'), 'id']))
    .execute();
  const { source } = await exported(blog);
  const name = source.entries.find((entry) => entry.path.includes('tagged'))?.path ?? '';
  expect(parse(splitFrontMatter(await read(source, name)).frontMatter ?? '').tags).toHaveLength(many);
  expect(elements(await read(source, 'wordpress.xml'), 'wp:tag')).toHaveLength(many);
});

/** The texts of the direct children of each element with this name; fails where the XML is not well-formed. */
function elements(xml: string, wanted: string): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  const open: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  const add = (piece: string) => {
    const current = found.at(-1);
    const name = open.at(-1);
    if (current && name && open.at(-2) === wanted) current[name] = (current[name] ?? '') + piece;
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    open.push(name);
    if (name === wanted) found.push({});
    add('');
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(xml).close();
  return found;
}

async function unpacked(file: string): Promise<string> {
  const folder = await temporaryFolder();
  execFileSync('unzip', ['-q', file, '-d', folder]);
  return folder;
}

const builders = [
  { program: 'hugo', args: [], output: 'public' },
  { program: 'jekyll', args: ['build'], output: '_site' },
] as const;

for (const { program, args, output } of builders)
  testWith([program, 'unzip'].filter((name) => !isInstalled(name)))(
    `${program} builds every public post and page`,
    { timeout: 120_000 },
    async () => {
      const { blog, posts, pages } = await hostileBlog();
      const tags = ['one', 'two', 'three'];
      await blog.db.insertInto('tags').values(tags.map(tagRow)).execute();
      await blog.db
        .insertInto('post_tags')
        .values([1, 2, 3].map((id) => ({ post_id: id, tag_id: id })))
        .execute();
      const { file } = await exported(blog);
      const folder = await unpacked(file);
      const built = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
      expect(built.status, built.stdout + built.stderr).toBe(0);
      expect(built.stdout + built.stderr).not.toMatch(/error|conflict/i);

      const home = await readFile(path.join(folder, output, 'index.html'), 'utf8');
      const listed = (name: string) =>
        (new RegExp(`<ul class="${name}">(.*?)</ul>`, 's').exec(home)?.[1]?.match(/<li>/g) ?? []).length;
      expect(listed('posts')).toBe(posts);
      expect(listed('pages')).toBe(pages);
      expect(await readdir(path.join(folder, output, 'post'))).toHaveLength(posts);
      if (program === 'hugo')
        expect(
          (await readdir(path.join(folder, output, 'tags'))).filter((name) => tags.includes(name)),
        ).toHaveLength(3);
      else expect(listed('tags')).toBe(3);

      const files = await readdir(path.join(folder, output), { recursive: true });
      expect(files.filter((name) => /\.json$|wordpress\.xml|README/.test(name))).toEqual([]);
      const whole = await Promise.all(
        files
          .filter((name) => name.endsWith('.html'))
          .map((name) => readFile(path.join(folder, output, name), 'utf8')),
      );
      expect(whole.join('\n')).not.toContain('Unpublished words');
      expect(whole.some((html) => html.includes('{: .class}') || html.includes('&#123;: .class}'))).toBe(
        true,
      );
      expect(whole.some((html) => html.includes('{% raw %}'))).toBe(true);
    },
  );
