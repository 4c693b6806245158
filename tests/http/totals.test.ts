import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countMatching } from '../../src/features/mail/store/subscriber-lists.ts';
import type { Db } from '../../src/platform/db/open.ts';
import { countComments, countImages, countSubscribers, countVotes } from '../../src/platform/db/totals.ts';
import { seed } from '../../tools/seed.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const posts = 1_600;

onEachDatabase('stored totals', { always: 'Triggers count.' }, (kind) => {
  let site: ApiSite;
  let db: Db;
  beforeAll(async () => {
    site = await apiSite(kind);
    db = site.blog.db;
    await seed(db, { posts, comments: 400, votes: 900 });
  });
  afterAll(() => site.dispose());

  const counted = async () => {
    const one = async (query: ReturnType<typeof sql<{ n: number | null }>>) =>
      Number((await query.execute(db)).rows[0]?.n ?? 0);
    return {
      waiting: await one(sql`select count(*) as n from comments where approved = 0`),
      approved: await one(sql`select count(*) as n from comments where approved = 1`),
      spam: await one(sql`select count(*) as n from comments where approved = 0 and verdict = 2`),
      votes: await one(sql`select sum(vote_count) as n from posts`),
      images: await one(sql`select count(*) as n from images`),
      bytes: await one(sql`select sum(bytes) as n from images`),
    };
  };
  const stored = async () => {
    const { count: images, bytes } = await countImages(db);
    return {
      waiting: await countComments(db, { approved: false }),
      approved: await countComments(db, { approved: true }),
      spam: await countComments(db, { approved: false, verdict: 2 }),
      votes: await countVotes(db),
      images,
      bytes,
    };
  };

  test('triggers count what any program writes', async () => {
    const expectSame = async () => expect(await stored()).toEqual(await counted());
    await expectSame();
    expect((await stored()).waiting).toBeGreaterThan(0);
    await sql`update comments set verdict = 2 where approved = 0 and id % 3 = 0`.execute(db);
    await sql`update comments set approved = 1 - approved where id % 7 = 0`.execute(db);
    await sql`update posts set vote_count = vote_count + 3 where id % 5 = 0`.execute(db);
    await sql`insert into images (post_id, hash, variants, width, height, color, main_image, bytes, date_added)
      select id, 'a' || id, '[]', 1, 1, '#000', 0, 100 + id, post_date from posts where id % 400 = 0`.execute(
      db,
    );
    await sql`update images set bytes = bytes * 2`.execute(db);
    await expectSame();
    expect((await stored()).spam).toBeGreaterThan(0);
    const before = await stored();
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`delete from comments`.execute(tx);
        throw new Error('undone');
      })
      .catch(() => null);
    expect(await stored()).toEqual(before);
    // Comments, votes and images go with their posts.
    const { body: page } = await site.admin.get<{ id: number }[]>('/webapi/api/posts/3/0/!null/!null');
    for (const { id } of page) await site.admin.delete(`/webapi/api/posts/${id}`);
    await expectSame();
  });

  test('subscribers are counted by state, whichever program writes', async () => {
    const counted = async () => {
      const { rows } = await sql<
        Record<'all' | 'active' | 'weekly' | 'bounced', number>
      >`select count(*) as "all",
        count(*) - count(date_bounced) as active, count(date_bounced) as bounced,
        coalesce(sum(case when frequency = 'weekly' then 1 else 0 end), 0) as weekly from subscribers`.execute(
        db,
      );
      return Object.fromEntries(
        Object.entries(rows[0] ?? {}).map(([state, count]) => [state, Number(count)]),
      );
    };
    const expectSame = async () => expect(await countSubscribers(db)).toEqual(await counted());
    const { rows: before } = await sql<{ n: number }>`select count(*) as n from subscribers`.execute(db);
    const date = new Date().toISOString();
    await db
      .insertInto('subscribers')
      .values(
        Array.from({ length: 90 }, (_, index) => ({
          address: `reader${index}@totals.example`,
          address_key: `reader${index}@totals.example`,
          frequency: index % 3 === 0 ? 'weekly' : 'at-once',
          all_posts: 1,
          source: 'import',
          date_added: date,
          date_confirmed: date,
          date_bounced: index % 10 === 0 ? date : null,
        })),
      )
      .execute();
    await expectSame();
    expect((await countSubscribers(db)).all).toBe(Number(before[0]?.n) + 90);
    await sql`update subscribers set frequency = 'weekly' where id % 2 = 0`.execute(db);
    await expectSame();
    await sql`update subscribers set date_bounced = null, bounce = null where id % 4 = 0`.execute(db);
    await expectSame();
    await db.updateTable('subscribers').set({ date_bounced: date }).where(sql`id % 5`, '=', 0).execute();
    await expectSame();
    // A row that stays in its state.
    await db.updateTable('subscribers').set({ date_bounced: '2030-01-01T00:00:00.000Z' }).execute();
    await expectSame();
    await sql`insert into subscribers (address, address_key, frequency, all_posts, source, date_added, date_confirmed)
      select address, address_key, 'weekly', all_posts, source, date_added, date_confirmed from subscribers where true
      on conflict (address_key) do update set frequency = excluded.frequency, date_bounced = null`.execute(
      db,
    );
    await expectSame();
    await sql`delete from subscribers where id % 3 = 0`.execute(db);
    await expectSame();
    for (const state of ['all', 'active', 'weekly', 'bounced'] as const)
      expect(await countMatching(db, { search: '', state })).toBe((await counted())[state]);
    await sql`delete from subscribers`.execute(db);
    expect(await countSubscribers(db)).toEqual({ all: 0, active: 0, weekly: 0, bounced: 0 });
  });

  const idsOf = async (path: string) => {
    const { body, headers } = await site.admin.get<{ id: number }[]>(`/webapi/api/${path}`);
    return { ids: body.map(({ id }) => id), total: Number(headers.get('x-total-count')) };
  };
  const idsWhere = async (condition: string, direction: 'asc' | 'desc' = 'desc') => {
    const { rows } = await sql<{ id: number }>`select id from posts where ${sql.raw(condition)}
      order by post_date ${sql.raw(direction)}, id ${sql.raw(direction)}`.execute(db);
    return rows.map(({ id }) => id);
  };

  test('pages far down a list have the posts at their offset', async () => {
    const active = await idsWhere('active = 1');
    for (const offset of [499, 500, 501, 744, 745, 1_100, 1_490, active.length - 2, active.length + 5])
      expect((await idsOf(`posts/10/${offset}/!null/!null`)).ids).toEqual(active.slice(offset, offset + 10));
    const wide = await idsWhere(`active = 1 and id in (select post_id from post_categories)`);
    expect((await idsOf('posts/10/600/notes/!null')).ids).toEqual(wide.slice(600, 610));
  });

  test('All Posts has the posts at their offset in every order by date, and their number', async () => {
    const notes = 'id in (select post_id from post_categories)';
    const { id } = await db
      .selectFrom('categories')
      .select('id')
      .where('category_path', '=', 'notes')
      .executeTakeFirstOrThrow();
    const filters: [string, string][] = [
      ['', '1 = 1'],
      ['&status=active', 'active = 1'],
      [`&category=${id}`, notes],
      [`&category=${id}&status=active`, `active = 1 and ${notes}`],
      [`&category=${id}&status=inactive`, `active = 0 and ${notes}`],
      ['&category=0', 'category_id is null'],
      ['&status=inactive', 'active = 0'],
    ];
    for (const [query, condition] of filters)
      for (const direction of ['asc', 'desc'] as const) {
        const expected = await idsWhere(`kind = 'post' and ${condition}`, direction);
        for (const offset of [0, 520, 760, 1_200]) {
          const found = await idsOf(
            `admin/posts?brief=1&limit=10&sort=date&order=${direction}&offset=${offset}${query}`,
          );
          expect(found).toEqual({ ids: expected.slice(offset, offset + 10), total: expected.length });
        }
      }
  });
});
