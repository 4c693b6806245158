import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { archive, type Part, rawZip } from '../../../../tests/support/archives.ts';
import type { Source, SourceEntry } from '../../../platform/files/source.ts';
import { type OpenOptions, openSource as open } from './open-source.ts';

const sources: Source[] = [];
const openSource = async (path: string, options?: OpenOptions): Promise<Source> => {
  const source = await open(path, options);
  sources.push(source);
  return source;
};

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sources-'));
});
afterEach(() => Promise.all(sources.splice(0).map((source) => source.close())));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(bytes: Buffer | string, name = 'export.zip'): Promise<string> {
  count += 1;
  const place = join(folder, `${count}`, name);
  await mkdir(join(folder, `${count}`));
  await writeFile(place, bytes);
  return place;
}
const zip = async (...parts: Part[]) => file(await archive(parts));

async function textOf(entry: SourceEntry | undefined): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of (await entry?.open()) ?? []) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
const paths = (source: Source) => source.entries.map(({ path }) => path);
const refusal = (opening: Promise<unknown>) =>
  opening.then(
    () => 'opened',
    (error: Error) => `${error.name}: ${error.message}`,
  );

test('a plain file is a source with one entry', async () => {
  const source = await openSource(await file('<rss/>', 'blog.xml'));
  expect(source.name).toBe('blog.xml');
  expect(paths(source)).toEqual(['blog.xml']);
  expect(await textOf(source.entry('blog.xml'))).toBe('<rss/>');
});

test('an archive is recognized by its content, and its files are in the order of their paths', async () => {
  const place = await file(
    await archive([
      { path: 'b.md', content: 'B' },
      { path: 'a/c.md', content: 'C' },
    ]),
    'export',
  );
  const source = await openSource(place);
  expect(paths(source)).toEqual(['a/c.md', 'b.md']);
  expect(await textOf(source.entry('a/c.md'))).toBe('C');
  expect(source.entry('A/c.md')).toBeUndefined();
  expect(await openSource(await file('PK is how some texts start', 'a.zip')).then(paths)).toEqual(['a.zip']);
});

test('files have their date of change', async () => {
  const place = await file(await archive([{ path: 'a.md', content: 'a' }]));
  expect((await openSource(place)).entries[0]?.modified?.getUTCFullYear()).toBeGreaterThan(2020);
  expect((await openSource(await file('x', 'a.md'))).entries[0]?.modified?.getUTCFullYear()).toBeGreaterThan(
    2020,
  );
});

test('gzip and tar files are opened', async () => {
  const compressed = await openSource(await file(gzipSync('<rss/>'), 'export.xml.gz'));
  expect(paths(compressed)).toEqual(['export.xml']);
  expect(compressed.entries[0]?.bytes).toBe(6);
  expect(await textOf(compressed.entries[0])).toBe('<rss/>');

  const site = join(folder, 'site');
  const long = `${'long-name-'.repeat(15)}.md`;
  await mkdir(join(site, 'content'), { recursive: true });
  await writeFile(join(site, 'content', long), 'long');
  await writeFile(join(site, 'content/b.md'), 'b');
  await symlink('/etc/passwd', join(site, 'content/link.md'));
  for (const format of ['gnu', 'pax', 'ustar']) {
    const tar = join(folder, `${format}.tar.gz`);
    const tested = format === 'ustar' ? 'site/content/b.md' : 'site';
    await promisify(execFile)('tar', ['-czf', tar, `--format=${format}`, '-C', folder, tested]);
    const source = await openSource(tar);
    expect(paths(source), format).toEqual(
      format === 'ustar' ? ['content/b.md'] : ['content/b.md', `content/${long}`],
    );
    expect(await textOf(source.entry('content/b.md'))).toBe('b');
    if (format !== 'ustar') expect(source.skipped?.map(({ path }) => path)).toEqual(['site/content/link.md']);
  }
});

test('the folder around everything is left away, unless its name means something', async () => {
  const wrapped = [
    { path: 'blog-main/x/posts/a.md', content: 'a' },
    { path: 'blog-main/x/b.md', content: 'b' },
  ];
  expect(await openSource(await zip(...wrapped)).then(paths)).toEqual(['b.md', 'posts/a.md']);
  const jekyll = [{ path: 'site-1/_posts/2020-01-01-a.md', content: 'a' }];
  expect(await openSource(await zip(...jekyll)).then(paths)).toEqual(['_posts/2020-01-01-a.md']);
  expect(await openSource(await zip({ path: 'content/a.md', content: 'a' })).then(paths)).toEqual([
    'content/a.md',
  ]);
});

test('a zip inside of a zip is opened, one level deep', async () => {
  const inner = await archive([{ path: 'posts.csv', content: 'id' }]);
  const outer = await archive([{ path: 'export/inner.zip', content: inner }]);
  const source = await openSource(await file(outer));
  expect(paths(source)).toEqual(['posts.csv']);
  expect(await textOf(source.entries[0])).toBe('id');
  expect(
    await openSource(await file(await archive([{ path: 'outer.zip', content: outer }]))).then(paths),
  ).toEqual(['inner.zip']);
});

test('what operating systems add to archives is left away', async () => {
  const source = await openSource(
    await zip(
      { path: 'a.md', content: 'a' },
      { path: '.DS_Store', content: 'x' },
      { path: '__MACOSX/._a.md', content: 'x' },
      { path: 'images/._b.png', content: 'x' },
      { path: 'images/Thumbs.db', content: 'x' },
    ),
  );
  expect(paths(source)).toEqual(['a.md']);
});

test('names are read as UTF-8 with and without its mark, and otherwise as CP437', async () => {
  const names = ['größe.md', '图像.md'].map((path) => ({ name: Buffer.from(path), content: '' }));
  const marked = { name: Buffer.from('é.md'), content: '', flags: 0x800 };
  const cp437 = { name: Buffer.from([0x67, 0x72, 0x94, 0xe1, 0x65, 0x32]), content: 'x' };
  const source = await openSource(await file(rawZip([...names, marked, cp437])));
  expect(paths(source)).toEqual(['größe.md', 'größe2'.normalize('NFC'), 'é.md', '图像.md']);
  const decomposed = await openSource(await zip({ path: 'e\u0301.png', content: 'x' }));
  expect(decomposed.entry('\u00e9.png')?.path).toBe('e\u0301.png');
});

test('more entries than announced are not lost without a word', async () => {
  const bytes = rawZip(
    Array.from({ length: 5 }, (_, index) => ({ name: Buffer.from(`p/${index}`), content: 'x' })),
  );
  bytes.writeUInt16LE(3, bytes.length - 22 + 8);
  bytes.writeUInt16LE(3, bytes.length - 22 + 10);
  expect(await refusal(openSource(await file(bytes)))).toMatch(/is corrupt/);
});

test.each([
  '../../etc/passwd',
  'a/../../b',
  '/etc/passwd',
  'C:\\Windows\\x',
  '..\\x',
  '\\\\server\\share',
  'a\u0000b',
  'a\nb',
])('the path %j is refused', async (path) => {
  const reply = await refusal(openSource(await file(rawZip([{ name: Buffer.from(path), content: 'x' }]))));
  expect(reply).toMatch(/^Problem: “export.zip” contains the unsafe path .* so it isn't opened/s);
});

test('links and special files in archives are skipped and named', async () => {
  const parts = [0o120777, 0o010644, 0o020644, 0o100644].map((mode) => ({
    name: Buffer.from(`x${mode.toString(8)}`),
    content: '/etc/passwd',
    mode,
  }));
  const source = await openSource(await file(rawZip(parts)));
  expect(paths(source)).toEqual(['x100644']);
  expect(source.skipped?.map(({ reason }) => reason)).toEqual([
    'It is a link to another file; links are not followed.',
    'It is not an ordinary file.',
    'It is not an ordinary file.',
  ]);
});

test('of two files with one name the last is read, and the other is named', async () => {
  const twice = ['first', 'second'].map((content) => ({ name: Buffer.from('a.md'), content }));
  const source = await openSource(await file(rawZip(twice)));
  expect(paths(source)).toEqual(['a.md']);
  expect(await textOf(source.entries[0])).toBe('second');
  expect(source.skipped).toHaveLength(1);
});

test('encrypted files and unknown methods are refused', async () => {
  const entry = { name: Buffer.from('a.xml'), content: 'x' };
  expect(await refusal(openSource(await file(rawZip([{ ...entry, flags: 1 }]))))).toMatch(
    /protected by a password/,
  );
  expect(await refusal(openSource(await file(rawZip([{ ...entry, flags: 0x41 }]))))).toMatch(/^Problem: /);
  expect(await refusal(openSource(await file(rawZip([{ ...entry, method: 9 }]))))).toMatch(
    /compressed in a way/,
  );
});

test('overlapping entries are refused', async () => {
  const [a, b] = ['a', 'b'].map((name) => ({ name: Buffer.from(name), content: 'x'.repeat(1000) }));
  expect(await refusal(openSource(await file(rawZip([a, { ...b, offset: 0 }] as never))))).toMatch(
    /overlap each other/,
  );
  expect(await refusal(openSource(await file(rawZip([a, { ...b, offset: 500 }] as never))))).toMatch(
    /overlap each other/,
  );
});

const limits = { unsuspiciousBytes: 100_000, entryBytes: 3_000_000, totalBytes: 4_000_000 };

test('zip bombs are refused by what they announce, and by what they contain', async () => {
  const bomb = { path: 'bomb.xml', content: Buffer.alloc(2_000_000) };
  expect(await refusal(openSource(await zip(bomb), { limits }))).toMatch(/zip bomb/);
  const many = Array.from({ length: 30 }, (_, index) => ({
    path: `${index}`,
    content: Buffer.alloc(90_000),
  }));
  expect(await refusal(openSource(await zip(...many), { limits }))).toMatch(/zip bomb/);
  expect(await refusal(openSource(await file(gzipSync(bomb.content), 'x.gz'), { limits }))).toMatch(
    /zip bomb/,
  );
  const large = { path: 'large', content: Buffer.alloc(3_000_001), compress: false };
  expect(await refusal(openSource(await zip(large), { limits }))).toMatch(/is larger than/);

  // It announces 1,000 bytes; reading ends there, before the rest is unpacked.
  const lying = await archive([bomb]);
  const directory = lying.indexOf('PK\u0001\u0002', 0, 'latin1');
  lying.writeUInt32LE(1000, directory + 24);
  const source = await openSource(await file(lying), { limits });
  expect(await refusal(textOf(source.entries[0]))).toBe(
    'Problem: The file “bomb.xml” is corrupt. Export the other blog again.',
  );
});

test('a bomb inside of an inner archive is refused', async () => {
  const inner = await archive([{ path: 'a', content: Buffer.alloc(2_000_000) }]);
  expect(await refusal(openSource(await zip({ path: 'a.zip', content: inner }), { limits }))).toMatch(
    /zip bomb/,
  );
});

test('truncated and corrupt archives are refused wherever they are cut', async () => {
  const whole = await archive([
    { path: 'a.xml', content: 'a'.repeat(500) },
    { path: 'b.xml', content: 'b' },
  ]);
  for (let length = 4; length < whole.length; length += 7) {
    const reply = await refusal(openSource(await file(whole.subarray(0, length))));
    expect(reply, `${length} bytes`).toMatch(/^Problem: “export.zip” is (incomplete|corrupt)/);
  }
  const gz = gzipSync('a'.repeat(5000));
  expect(await refusal(openSource(await file(gz.subarray(0, 20), 'a.gz')))).toMatch(
    /^Problem: “a.gz” is corrupt/,
  );
});

test('a flipped bit in a file is noticed when it is read', async () => {
  const bytes = await archive([{ path: 'a.xml', content: 'abcdefgh', compress: false }]);
  bytes[bytes.indexOf('abcdefgh')] = 0x62;
  const source = await openSource(await file(bytes));
  expect(await refusal(textOf(source.entries[0]))).toMatch(/“a.xml” is corrupt/);
});

test('what follows the end of an archive is ignored', async () => {
  const bytes = Buffer.concat([
    await archive([{ path: 'a.md', content: 'a' }]),
    Buffer.alloc(10_000),
    Buffer.from('garbage'),
  ]);
  const source = await openSource(await file(bytes));
  expect(await textOf(source.entries[0])).toBe('a');
});

test('random changes of an archive never do more than refuse it', async () => {
  const whole = await archive([
    { path: 'a/b.xml', content: 'ab'.repeat(500) },
    { path: 'c', content: 'c' },
  ]);
  let state = 7;
  const random = (below: number) => {
    state = (state * 48_271) % 0x7fffffff;
    return state % below;
  };
  for (let round = 0; round < 300; round += 1) {
    const bytes = Buffer.from(whole);
    for (let change = 0; change < 1 + random(4); change += 1)
      bytes[4 + random(bytes.length - 4)] = random(256);
    const reply = await refusal(
      openSource(await file(bytes)).then(async (source) => {
        for (const entry of source.entries) await textOf(entry);
      }),
    );
    expect(reply).toMatch(/^(opened$|Problem: )/);
  }
});

test('in a folder, links and special files are skipped, also those that lead into the folder', async () => {
  const blog = join(folder, 'blog');
  await mkdir(join(blog, 'posts'), { recursive: true });
  await writeFile(join(blog, 'posts/a.md'), 'a');
  await writeFile(join(blog, 'b.md'), 'b');
  await mkdir(join(blog, '.git'));
  await writeFile(join(blog, '.git/config'), 'x');
  await symlink('/etc', join(blog, 'etc'));
  await symlink('posts/a.md', join(blog, 'c.md'));
  await symlink('..', join(blog, 'loop'));
  await promisify(execFile)('mkfifo', [join(blog, 'pipe')]);
  const source = await openSource(blog);
  expect(paths(source)).toEqual(['b.md', 'posts/a.md']);
  expect(source.skipped?.map(({ path }) => path).sort()).toEqual(['c.md', 'etc', 'loop', 'pipe']);
  // The file is replaced by a link after it was found.
  await rm(join(blog, 'b.md'));
  await symlink('/etc/passwd', join(blog, 'b.md'));
  expect(await refusal(textOf(source.entry('b.md')))).toMatch(/“b.md” changed while it was read/);
  expect(await refusal(openSource(join(blog, 'pipe')))).toMatch(/neither a file nor a folder/);
  expect(await refusal(openSource('/dev/zero'))).toMatch(/neither a file nor a folder/);
});

test('a file that grows while it is read ends with an error', async () => {
  const place = await file('a'.repeat(10), 'a.xml');
  const source = await openSource(place);
  await writeFile(place, 'a'.repeat(20));
  expect(await refusal(textOf(source.entries[0]))).toMatch(/changed while it was read/);
});

test('nothing to import is said', async () => {
  const empty = join(folder, 'empty');
  await mkdir(empty);
  for (const place of [empty, await file(''), await zip()])
    expect(await refusal(openSource(place))).toMatch(/contains nothing that could be imported/);
  expect(await refusal(openSource(join(folder, 'missing.xml')))).toMatch(
    /There is no file or folder “missing.xml”/,
  );
});

test('an entry can be read several times, also at once, and left in the middle', async () => {
  const source = await openSource(
    await zip({ path: 'a.xml', content: Buffer.alloc(3_000_000, 'a').toString() }),
  );
  const [entry] = source.entries;
  const lengths = await Promise.all([textOf(entry), textOf(entry)]).then((texts) =>
    texts.map(({ length }) => length),
  );
  expect(lengths).toEqual([3_000_000, 3_000_000]);
  for await (const chunk of (await entry?.open()) ?? []) {
    expect((chunk as Buffer).length).toBeGreaterThan(0);
    break;
  }
});
