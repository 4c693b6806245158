import { afterAll, beforeAll, expect, test } from 'vitest';
import { relistAll } from '../../src/core/posts/lists/store/listings.ts';
import { indexChangedTexts } from '../../src/core/posts/search/index-grams.ts';
import { findPosts } from '../../src/core/posts/store/admin-search.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../../src/platform/db/open.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';

/** More than are searched without the index. */
const posts = 1_300;
const characters = [...`abcde  %_"'\\.-\n\u0301éßי日本語ก😀👩🏽\u00a0`];
const byDate = { by: 'date', down: true } as const;

function random(seed: number): (below: number) => number {
  let last = seed;
  return (below) => {
    last = (last * 48_271) % (2 ** 31 - 1);
    return last % below;
  };
}

const chunks = <Item>(all: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );

onEachDatabase('the search of All Posts with an index', (kind) => {
  let temporary: TemporaryDatabase;
  let database: OpenDatabase;
  const texts = new Map<number, string>();
  const next = random(3);

  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
    database = openDatabase(temporary.config);
    await migrate(database);
    for (let id = 1; id <= posts; id++) {
      const length = id % 100 === 0 ? 400 : 1 + next(60);
      const text = Array.from({ length }, () => characters[next(characters.length)]).join('');
      texts.set(id, `${text}${id % 3 === 0 ? ' common' : ''}${id % 40 === 0 ? ' uncommon' : ''}`);
    }
    texts.set(7, `${' '.repeat(15_000)}end`);
    texts.set(
      8,
      Array.from({ length: 70_000 }, (_, at) => String.fromCharCode(0x4e00 + (at % 20_000))).join(
        String(next(9)),
      ),
    );
    // As common among the first posts, and nowhere else.
    for (let id = posts; id > posts - 40; id--) texts.set(id, `${texts.get(id)} recently`);
    await write();
    await indexChangedTexts(database.db);
  });
  afterAll(async () => {
    await database.db.destroy();
    await temporary.dispose();
  });

  async function write(): Promise<void> {
    const { db } = database;
    for (const part of chunks([...texts], 100))
      await db
        .insertInto('posts')
        .values(
          part.map(([id, search_text]) => ({
            id,
            post_title: `Post ${id}`,
            post_title_web: `post-${id}`,
            post_content: '',
            card_html: '',
            card_truncated: 0,
            description: '',
            search_text,
            post_date: new Date(Date.UTC(2026, 0, 1) + id * 60_000).toISOString(),
            active: id % 10 === 0 ? 0 : 1,
          })),
        )
        .execute();
    await db.transaction().execute((tx) => relistAll(tx, () => 0));
  }

  const find = (text: string, page = { limit: 20, offset: 0 }, status?: 'inactive') =>
    findPosts(database.db, { status }, text, page, byDate);
  const scanned = (text: string): number[] =>
    [...texts]
      .filter(([, one]) => one.includes(text))
      .map(([id]) => id)
      .sort((a, b) => b - a);

  async function expectFound(text: string, offset = 0): Promise<void> {
    const expected = scanned(text);
    const found = await find(text, { limit: 20, offset });
    const what = JSON.stringify(text.slice(0, 80));
    expect(found.ids, what).toEqual(expected.slice(offset, offset + 20));
    if (found.isExact) expect(found.total, what).toBe(expected.length);
    else {
      expect(found.total, what).toBe(Math.max(100, offset + 20) + 1);
      expect(expected.length, what).toBeGreaterThanOrEqual(found.total);
    }
  }

  test('finds the same as a scan', async () => {
    for (let round = 0; round < 250; round++) {
      const text = [...(texts.get(1 + next(posts)) ?? '')];
      const from = next(text.length);
      const needle = text.slice(from, from + 1 + next(12)).join('');
      if (needle) await expectFound(needle, next(3) * 20);
    }
    for (const needle of [
      '%',
      '_',
      '"',
      "'",
      '\\',
      '\u0301',
      '😀',
      '😀👩',
      ' '.repeat(15_000),
      ' '.repeat(15_001),
      'qx',
      'qxqzv',
    ])
      await expectFound(needle);
  });

  test('totals are exact as long as few posts may match, and a minimum beyond', async () => {
    expect(await find('common')).toMatchObject({ total: 101, isExact: false });
    expect(await find('uncommon')).toMatchObject({ total: scanned('uncommon').length, isExact: true });
    expect(await find('recently')).toMatchObject({ total: 40, isExact: true });
    expect(await find('common', { limit: 20, offset: 100_000 })).toMatchObject({
      ids: [],
      total: scanned('common').length,
      isExact: true,
    });
    for (let offset = 0; offset < scanned('common').length + 40; offset += 20)
      await expectFound('common', offset);
  });

  test('texts that are not indexed yet are found, whichever program wrote them', async () => {
    const { db } = database;
    const rewrite = async (id: number, text: string) => {
      texts.set(id, text);
      await db.updateTable('posts').set({ search_text: text }).where('id', '=', id).execute();
    };
    await rewrite(500, 'written by another program');
    await rewrite(501, 'something else');
    await db.deleteFrom('posts').where('id', '=', 502).execute();
    texts.delete(502);
    const waiting = async () => (await db.selectFrom('unindexed_posts').selectAll().execute()).length;
    expect(await waiting()).toBe(2);
    await expectFound('another program');
    await indexChangedTexts(db);
    expect(await waiting()).toBe(0);
    await expectFound('another program');
    await expectFound('something else');
    // Votes and other changes leave the text as it is.
    await db.updateTable('posts').set({ vote_count: 3 }).where('id', '=', 500).execute();
    expect(await waiting()).toBe(0);
    expect((await find('uncommon', undefined, 'inactive')).ids).toEqual(
      scanned('uncommon')
        .filter((id) => id % 10 === 0)
        .slice(0, 20),
    );
  });
});
