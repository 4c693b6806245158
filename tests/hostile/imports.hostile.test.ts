import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { archive, rawZip } from '../support/archives.ts';
import { report, size } from '../support/size.ts';
import { fileOf, importHostile, itemsOf, openSite, type Site } from './import-run.ts';
import { endlessJson, endlessPost, manyComments, sparsePosts, wxr, wxrItem } from './wxr.ts';

const memory = 400 * 1024 * 1024;

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.stop());

const markdown = (title: string) => `---\ntitle: ${title}\ndate: 2020-01-01\n---\n\nWords.\n`;
const postsNamed = async (text: string): Promise<Post[]> =>
  (await site.admin.get<Post[]>(`/webapi/api/admin/posts?search=${encodeURIComponent(text)}`)).body;

async function refused(name: string, content: Buffer, why: RegExp): Promise<void> {
  const { record, peakBytes, answered } = await importHostile(site, fileOf(name, content));
  expect(record).toMatchObject({ state: 'failed', error: expect.stringMatching(why), counts: [] });
  expect(peakBytes).toBeLessThan(memory);
  expect(answered).toBeGreaterThan(0);
}

test('a zip bomb is refused with a sentence', async () => {
  const bomb = await archive([{ path: 'posts/a.md', content: Buffer.alloc(100 * 1024 * 1024) }]);
  expect(bomb.length).toBeLessThan(200_000);
  await refused('bomb.zip', bomb, /zip bomb.*Export the other blog again\.$/);
});

test('overlapping entries and paths that lead outside are refused with a sentence', async () => {
  const entry = (name: string, offset?: number) => ({
    name: Buffer.from(name),
    content: markdown('Overlap'),
    ...(offset !== undefined && { offset }),
  });
  await refused('overlap.zip', rawZip([entry('a.md'), entry('b.md', 0)]), /overlap each other/);
  await refused('traversal.zip', rawZip([entry('a.md'), entry('../../../../etc/cron.d/x')]), /unsafe path/);
  await refused('windows.zip', rawZip([entry('a.md'), entry('C:\\autoexec.bat')]), /unsafe path/);
});

test('a link in an archive is not followed, and everything else is imported', async () => {
  const parts = [
    { name: Buffer.from('content/posts/real.md'), content: markdown('Beside the link') },
    { name: Buffer.from('content/posts/link.md'), content: '/etc/passwd', mode: 0o120777 },
  ];
  const { record, peakBytes } = await importHostile(site, fileOf('links.zip', rawZip(parts)));
  expect(record).toMatchObject({ state: 'done', error: null });
  expect(peakBytes).toBeLessThan(memory);
  expect(await postsNamed('Beside the link')).toHaveLength(1);
  expect(await postsNamed('root:x:0:0')).toHaveLength(0);
  expect(await itemsOf(site, record, '&outcome=left-out')).toMatchObject([
    {
      label: 'content/posts/link.md',
      source_kind: 'skipped file',
      reasons: ['It is a link to another file; links are not followed.'],
    },
  ]);
});

test('entities are never expanded, neither many times nor from files', async () => {
  const lines = Array.from({ length: 12 }, (_, level) =>
    level === 0 ? '<!ENTITY e0 "ha ">' : `<!ENTITY e${level} "${`&e${level - 1};`.repeat(10)}">`,
  );
  const doctype = `<!DOCTYPE rss [\n${lines.join('\n')}\n<!ENTITY file SYSTEM "file:///etc/passwd">\n]>`;
  const item = wxrItem(1, 'Laughing entities', 'before &e11; &file; &amp; after');
  const plain = wxrItem(2, 'Laughing entities &e11;', 'x').replace(
    /<!\[CDATA\[x\]\]>/,
    'one &e11; &file; &lt;p&gt;two',
  );
  const { record, peakBytes } = await importHostile(
    site,
    fileOf('entities.xml', wxr([item, plain], doctype)),
  );
  expect(record).toMatchObject({ state: 'done', error: null });
  expect(peakBytes).toBeLessThan(memory);
  const posts = await postsNamed('Laughing entities');
  expect(posts).toHaveLength(2);
  for (const { post_content, post_title } of posts) {
    expect(post_content.length + post_title.length).toBeLessThan(1000);
    expect(post_content).not.toMatch(/ha ha|root:/);
  }
});

test(
  'very many comments on one post are imported in bounded memory',
  async () => {
    const comments = size(500, 100_000);
    const source = manyComments('Much discussed', comments);
    const { record, peakBytes, answered } = await importHostile(site, source, size(120_000, 600_000));
    report(
      `${comments} comments: ${Math.round(peakBytes / 1024 / 1024)} MB, ${answered} pages answered meanwhile`,
    );
    expect(record).toMatchObject({ state: 'done', error: null, problems: [] });
    expect(record.written).toContainEqual({ kind: 'comment', count: comments });
    expect(peakBytes).toBeLessThan(memory);
    expect(answered).toBeGreaterThan(0);
    expect(await itemsOf(site, record, '&outcome=left-out')).toEqual([]);
  },
  size(150_000, 700_000),
);

test(
  'a large file is read as a stream',
  async () => {
    const bytes = size(20, 1024) * 1024 * 1024;
    const source = sparsePosts('Far apart', bytes);
    const { record, peakBytes, answered } = await importHostile(site, source, size(120_000, 600_000));
    report(`${bytes} bytes: ${Math.round(peakBytes / 1024 / 1024)} MB, ${answered} pages answered meanwhile`);
    expect(record).toMatchObject({ state: 'done', error: null, problems: [] });
    expect(record.written.find(({ kind }) => kind === 'post')?.count).toBeGreaterThan(
      bytes / 1024 / 1024 / 2,
    );
    expect(peakBytes).toBeLessThan(memory);
  },
  size(150_000, 900_000),
);

test(
  'an element that never ends does not fill the memory',
  async () => {
    const bytes = size(60, 1024) * 1024 * 1024;
    const { record, peakBytes } = await importHostile(site, endlessPost(bytes), size(120_000, 600_000));
    report(`${bytes} bytes in one element: ${record.state}, ${Math.round(peakBytes / 1024 / 1024)} MB`);
    expect(peakBytes).toBeLessThan(memory);
    const sentence = 'has a part that is too large to be text of a blog, or that never ends';
    expect(record).toMatchObject({ state: 'failed', error: expect.stringContaining(sentence) });
  },
  size(150_000, 900_000),
);

test(
  'a JSON string that never ends does not fill the memory',
  async () => {
    const bytes = size(60, 1024) * 1024 * 1024;
    const { record, peakBytes } = await importHostile(site, endlessJson(bytes), size(120_000, 600_000));
    report(`${bytes} bytes in one string: ${record.state}, ${Math.round(peakBytes / 1024 / 1024)} MB`);
    expect(peakBytes).toBeLessThan(memory);
    expect(record.state).toBe('failed');
    expect(record.error).toMatch(/\S+ \S+/);
  },
  size(150_000, 900_000),
);

test('markup that is nested very deeply is imported or left out with a reason', async () => {
  const deep = `${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`;
  const items = [wxrItem(1, 'Nested deeply', deep), wxrItem(2, 'After the nesting', '<p>Words.</p>')];
  const { record, peakBytes } = await importHostile(site, fileOf('nested.xml', wxr(items)));
  expect(record).toMatchObject({ state: 'done', error: null });
  expect(peakBytes).toBeLessThan(memory);
  expect(await postsNamed('After the nesting')).toHaveLength(1);
});
