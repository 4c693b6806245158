import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { size } from '../../../../../tests/support/size.ts';
import type { Source } from '../../../../platform/files/source.ts';
import type { SourceItem } from '../../items.ts';
import { parentsFirst } from '../../parents-first.ts';
import { openSource } from '../../sources/open-source.ts';
import type { FormatReader } from '../reader.ts';
import { detectReader } from '../readers.ts';
import { reader as disqus } from './disqus.ts';
import { reader as isso } from './isso.ts';

const sample = (name: string) => join(import.meta.dirname, '../../../../../tests/import/samples', name);

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'not-terrible-test-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

async function written(name: string, content: string): Promise<string> {
  const path = join(await folder(), name);
  await writeFile(path, content);
  return path;
}

async function opened(path: string): Promise<Source> {
  const source = await openSource(path);
  onTestFinished(() => source.close());
  return source;
}

/** A source of text that is never in memory as a whole, in chunks that end anywhere. */
function streamed(name: string, chunks: () => Iterable<string>): Source {
  const entry = { path: name, bytes: 0, open: async () => Readable.from(bytesOf(chunks())) };
  return { name, entries: [entry], entry: () => entry, close: async () => {} };
}

function* bytesOf(chunks: Iterable<string>): Generator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function readAll(reader: FormatReader, source: Source): Promise<SourceItem[]> {
  const items: SourceItem[] = [];
  for await (const item of parentsFirst(reader.read(source))) items.push(item);
  return items;
}

const brief = (item: SourceItem) =>
  item.kind === 'comment'
    ? [item.key, item.parent ?? '', item.name, item.approved, 'address' in item.post && item.post.address]
    : [item.key, item.kind === 'left-out' && item.reason];

test('Disqus: every post of a file with faults is read or left out with a reason', async () => {
  const source = await opened(sample('disqus.xml'));
  expect((await detectReader(source))?.format).toBe('disqus');
  expect(await disqus.count(source)).toEqual(new Map([['comment', 10]]));
  const items = await readAll(disqus, source);
  const tea = 'https://blog.example.org/2010/04/tea/';
  const other = 'https://blog.example.org/?p=74';
  expect(items.map(brief)).toEqual([
    ['comment-8000000001', '', 'Ada', true, tea],
    ['comment-8000000002', 'comment-8000000001', 'Bo & Co', true, tea],
    ['comment-8000000003', 'It was deleted in Disqus.'],
    ['comment-8000000004', 'comment-8000000002', 'Di', true, tea],
    ['comment-8000000005', '', 'eve', false, other],
    ['comment-8000000006', 'comment-8000000005', 'Flo', true, other],
    ['comment-8000000007', '', 'Gil', true, other],
    ['comment-8000000008', 'Disqus marked it as spam.'],
    ['comment-8000000009', 'The file does not say which page it belongs to.'],
    ['comment-8000000010', 'It has no text.'],
  ]);
  expect(items.map((item) => (item.kind === 'comment' ? item.text : null))).toEqual([
    'First & best.\n\nSee this page (https://example.org/tea).\nBye',
    'A reply with in its text',
    null,
    'Reply to what was deleted',
    'Not escaped: **bold**, bare & ampersand, a space',
    'Before its parent in the file',
    'Never closed',
    null,
    null,
    null,
  ]);
  expect(items[0]).toMatchObject({
    date: '2010-04-03T10:00:00.000Z',
    label: expect.stringMatching(/^Ada: First/),
  });
  expect(items[4]).toMatchObject({ date: '2010-05-02T10:00:00.000Z' });
  expect(await readAll(disqus, source)).toEqual(items);
});

test('Disqus: the documented format, which refers to ids of the site', async () => {
  const xml = `<?xml version="1.0"?><disqus xmlns="http://disqus.com" xmlns:dsq="http://disqus.com/disqus-internals">
    <thread dsq:id="2"><id>/tea</id><link/><title/></thread>
    <post dsq:id="1"><id>2</id><message>Plain\n\ntext</message><thread>/tea</thread><author><name>Ada</name></author></post>
    <post><id>3</id><message>y</message><thread dsq:id="2"/><parent dsq:id="1">2</parent></post></disqus>`;
  const source = await opened(await written('export.xml', xml));
  const items = await readAll(disqus, source);
  expect(items.map(brief)).toEqual([
    ['comment-1', '', 'Ada', true, '/tea'],
    ['comment-3', 'comment-1', 'Anonymous', true, '/tea'],
  ]);
  expect(items[0]).toMatchObject({ text: 'Plain\n\ntext', date: null });
  expect(await disqus.count(source)).toEqual(new Map([['comment', 2]]));
});

test('Disqus: many posts in chunks of any size, and one that never ends', async () => {
  const many = size(2_000, 20_000);
  const post = (n: number, message: string) =>
    `<post dsq:id="${n}"><message><![CDATA[${message}]]></message><thread dsq:id="1" />${
      n % 3 ? `<parent dsq:id="${n - (n % 3)}" />` : ''
    }</post>\n`;
  const pieces = function* () {
    yield '<disqus xmlns:dsq="http://disqus.com/disqus-internals"><thread dsq:id="1"><link>/a</link></thr';
    yield 'ead>';
    for (let n = 1; n <= many; n++) {
      const text = post(n, `Number ${n} é`);
      const at = (n * 7) % text.length;
      yield text.slice(0, at);
      yield text.slice(at);
    }
    yield `<post dsq:id="${many + 1}"><message><![CDATA[`;
    for (let n = 0; n < 100; n++) yield 'x'.repeat(65_536);
    yield `]]></message></post>${post(many + 2, 'The last one')}</disqus>`;
  };
  const source = streamed('export.xml', pieces);
  let comments = 0;
  let replies = 0;
  const others: unknown[] = [];
  for await (const item of disqus.read(source)) {
    if (item.kind !== 'comment') others.push(item.key);
    else {
      comments++;
      if (item.parent) replies++;
    }
  }
  expect(await disqus.count(source)).toEqual(new Map([['comment', many + 2]]));
  expect([comments, others]).toEqual([many + 1, [`comment-${many + 1}`]]);
  expect(replies).toBe(Math.ceil((many * 2) / 3) + 1);
});

test('Disqus: entities are not expanded', async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE disqus [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">
    <!ENTITY c SYSTEM "file:///etc/hostname">]><disqus xmlns:dsq="x"><thread dsq:id="1"><link>/a</link></thread>
    <post dsq:id="1"><message>[&b;&c;]</message><thread dsq:id="1"/></post></disqus>`;
  const [item] = await readAll(disqus, await opened(await written('export.xml', bomb)));
  expect(item).toMatchObject({ kind: 'comment', text: '[&b;&c;]' });
});

function issoDatabase(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  db.exec(`create table preferences (key VARCHAR PRIMARY KEY, value VARCHAR);
    CREATE TABLE threads (id INTEGER PRIMARY KEY, uri VARCHAR(256) UNIQUE, title VARCHAR(256));
    CREATE TABLE comments (tid REFERENCES threads(id), id INTEGER PRIMARY KEY, parent INTEGER, created FLOAT NOT NULL,
      modified FLOAT, mode INTEGER, remote_addr VARCHAR, text VARCHAR, author VARCHAR, email VARCHAR, website VARCHAR,
      likes INTEGER DEFAULT 0, dislikes INTEGER DEFAULT 0, voters BLOB NOT NULL, notification INTEGER DEFAULT 0);
    insert into threads values (1, '/2010/04/tea/', 'Tea'), (2, '/coffee', NULL);
    insert into comments (tid, id, parent, created, mode, text, author, website, voters) values
      (1, 1, NULL, 1270288800.5, 1, 'First' || char(13, 10) || '[link](https://example.org/)', 'Ada', 'https://example.org', x'00'),
      (1, 2, 1, 1270288900.0, 4, '', NULL, NULL, x'00'),
      (1, 3, 2, 1270289000.0, 2, 'Waits', NULL, '', x'00'),
      (2, 4, NULL, 1270289100.0, 1, '   ', 'Bo', NULL, x'00'),
      (9, 5, NULL, 1270289200.0, 1, 'No page', 'Cy', NULL, x'00')`);
  return db;
}

test('Isso: the database is read, and left as it was', async () => {
  const path = join(await folder(), 'comments.db');
  issoDatabase(path).close();
  const copies = async () =>
    (await readdir(tmpdir())).filter((name) => name.startsWith('not-terrible-isso-'));
  const before = await copies();
  const source = await opened(path);
  expect((await detectReader(source))?.format).toBe('isso');
  expect(await isso.count(source)).toEqual(new Map([['comment', 5]]));
  const items = await readAll(isso, source);
  expect(items.map(brief)).toEqual([
    ['comment-1', '', 'Ada', true, '/2010/04/tea/'],
    ['comment-2', 'It was deleted in Isso.'],
    ['comment-3', 'comment-1', 'Anonymous', false, '/2010/04/tea/'],
    ['comment-4', 'It has no text.'],
    ['comment-5', 'The file does not say which page it belongs to.'],
  ]);
  expect(items[0]).toMatchObject({
    text: 'First\n[link](https://example.org/)',
    url: 'https://example.org',
    date: '2010-04-03T10:00:00.500Z',
  });
  expect(await copies()).toEqual(before);
});

test('Isso: a view in place of a table is refused', async () => {
  const path = join(await folder(), 'comments.db');
  const db = issoDatabase(path);
  db.exec('alter table threads rename to others; create view threads as select * from others');
  db.close();
  await expect(readAll(isso, await opened(path))).rejects.toThrow(/no tables of Isso/);
});

test('Isso: the JSON form, in which ids are unique in a thread', async () => {
  const comment = { author: 'Ada', email: '', website: 'https://example.org', remote_addr: '192.0.2.0' };
  const json = JSON.stringify([
    {
      comments: [
        { ...comment, id: 1, text: 'One', created: '2010-04-03 10:00:00' },
        { ...comment, id: 2, parent: 1, text: 'Two', created: '2010-04-03 11:00:00' },
      ],
      id: '/tea',
      title: 'Tea',
    },
    { id: '/coffee', title: 'Coffee', comments: [{ ...comment, id: 1, text: 'Three', created: 1270288800 }] },
    { id: '/none', title: 'None', comments: [] },
  ]);
  const source = await opened(await written('dump.json', json));
  expect((await detectReader(source))?.format).toBe('isso');
  expect(await isso.count(source)).toEqual(new Map([['comment', 3]]));
  const items = await readAll(isso, source);
  expect(items.map(brief)).toEqual([
    ['comment-/tea 1', '', 'Ada', true, '/tea'],
    ['comment-/tea 2', 'comment-/tea 1', 'Ada', true, '/tea'],
    ['comment-/coffee 1', '', 'Ada', true, '/coffee'],
  ]);
  expect(items[0]).toMatchObject({ date: '2010-04-03T10:00:00.000Z', url: 'https://example.org' });
});

test('neither reads the files of other programs', async () => {
  for (const [name, content] of [
    ['posts.json', '[{"title": "A post", "author": "Ada"}]'],
    ['feed.xml', '<rss><channel><title>disqus</title></channel></rss>'],
    ['notes.md', '# disqus'],
  ] as const) {
    const source = await opened(await written(name, content));
    expect([await disqus.detects(source), await isso.detects(source)], name).toEqual([false, false]);
  }
});
