import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { hostileBlog } from '../../../tests/support/hostile-blog.ts';
import { plainText } from '../../content/document/text.ts';
import { loadReader } from '../import/formats/readers.ts';
import type { PostItem, SourceItem } from '../import/items.ts';
import { openSource } from '../import/sources/open-source.ts';
import { writeExport } from './write-export.ts';

/** The export is a whole in each of its formats: our readers of other programs' exports find the same posts in them. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'export-readers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(file: string, format: string): Promise<SourceItem[]> {
  const source = await openSource(file);
  try {
    const reader = await loadReader(format);
    if (!reader) throw new Error(`There is no reader ${format}.`);
    return await Array.fromAsync(reader.read(source));
  } finally {
    await source.close();
  }
}

const isPost = (item: SourceItem): item is PostItem => item.kind === 'post' || item.kind === 'page';
const words = (html: string): string => plainText(html).replace(/\s+/g, ' ').trim();

test('WordPress, Ghost and Markdown readers find every post with its text', {
  timeout: 120_000,
}, async () => {
  const { blog, posts, pages, drafts } = await hostileBlog();
  const zip = path.join(folder, 'export.zip');
  onTestFinished(() => rm(zip, { force: true }));
  await writeExport(blog, 'archive', zip);
  const source = await openSource(zip);
  for (const { path: name, open } of source.entries) {
    if (!/^(?:posts|pages)\/|^(?:wordpress\.xml|ghost\.json)$/.test(name)) continue;
    const to = path.join(folder, name.includes('/') ? 'markdown' : '', name);
    await mkdir(path.dirname(to), { recursive: true });
    await writeFile(to, await buffer(await open()));
  }
  await source.close();
  const stored = await blog.db.selectFrom('posts').select('post_content').execute();
  const expected = stored.map(({ post_content }) => words(post_content)).sort();
  for (const [file, format] of [
    ['wordpress.xml', 'wordpress'],
    ['ghost.json', 'ghost'],
    ['markdown', 'markdown'],
  ] as const) {
    const items = (await read(path.join(folder, file), format)).filter(isPost);
    expect(
      items.filter(({ kind }) => kind === 'post'),
      format,
    ).toHaveLength(posts + drafts);
    expect(
      items.filter(({ kind }) => kind === 'page'),
      format,
    ).toHaveLength(pages);
    expect(
      items.filter(({ status }) => status === 'public'),
      format,
    ).toHaveLength(posts + pages);
    expect(items.map(({ html }) => words(html)).sort(), format).toEqual(expected);
  }
});
