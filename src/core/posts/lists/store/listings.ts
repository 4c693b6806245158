import { randomInt } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import { dialectOf } from '../../../../platform/db/dialect.ts';
import type { Db } from '../../../../platform/db/open.ts';
import type { ListingKind, PostKind, Schema } from '../../../../platform/db/schema.ts';
import type { PostTransaction } from '../../../site/store/post-transaction.ts';
import { neighborsOf } from './archive.ts';

type Place = { kind: ListingKind; name: string };

type Dated = Place & { post_date: string };

/** Posts of a category that is being renamed are in the lists of both of its paths. */
type Paths = { category_path: string | null; moving_to: string | null };
type Category = Paths & { category_id: number };
type Listed = Paths & { kind: PostKind; active: number; category_id: number | null };
/** The names of its tags, and its categories besides the main one. */
type Terms = { tags: readonly string[]; further: readonly Category[] };

function placesOf(post: Listed, { tags, further }: Terms): Place[] {
  if (post.kind === 'page') return [{ kind: post.active === 1 ? 'page' : 'inactive-page', name: '' }];
  const ids = new Set([post.category_id ?? 0, ...further.map(({ category_id }) => category_id)]);
  const filed = [...ids].map(String);
  if (post.active !== 1) return [{ kind: 'inactive', name: '' }, ...places('inactive-filed', filed)];
  const main = pathsOf(post);
  const paths = [...main, ...further.flatMap(pathsOf)];
  return [
    { kind: 'all', name: '' },
    ...places('category', paths.flat()),
    ...places(
      'topic',
      main.flatMap((path) => path.slice(0, 1)),
    ),
    ...places('tag', tags),
    ...places('path', paths.flatMap(pathsAbove)),
    ...places('filed', filed),
  ];
}

const places = (kind: ListingKind, names: readonly string[]): Place[] =>
  [...new Set(names)].map((name) => ({ kind, name }));

/** Each path as its segments. */
const pathsOf = ({ category_path, moving_to }: Paths): string[][] =>
  [category_path, moving_to].filter((path) => path !== null).map((path) => path.split('.'));

/** The path itself, and those above it. */
const pathsAbove = (segments: readonly string[]): string[] =>
  segments.map((_, depth) => segments.slice(0, depth + 1).join('.'));

/**
 * Updates the lists that contain these posts, and their totals, so that lists never have to be counted. The totals come last and
 * once for all posts: they are the rows that transactions wait for.
 */
export async function relist(tx: PostTransaction, ids: readonly number[]): Promise<void> {
  const gone: Dated[] = [];
  const come: Schema['listings'][] = [];
  for (const id of ids) {
    await yieldToEventLoop();
    const moved = await relistOne(tx, id);
    gone.push(...moved.gone);
    come.push(...moved.come);
  }
  await count(tx.db, gone, come);
  tx.lists.push(...gone, ...come.map(({ kind, name }) => ({ kind, name })));
}

async function relistOne(
  tx: PostTransaction,
  postId: number,
): Promise<{ gone: Dated[]; come: Schema['listings'][] }> {
  const { db } = tx;
  const post = await db
    .selectFrom('posts as p')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .select(['p.kind', 'p.post_date', 'p.active', 'p.category_id', 'c.category_path', 'c.moving_to'])
    .where('p.id', '=', postId)
    .executeTakeFirstOrThrow();
  const wanted = placesOf(post, {
    tags: await tagNamesOf(db, postId),
    further: await furtherCategories(db).where('pc.post_id', '=', postId).execute(),
  });
  if (await standsIn(db, postId, wanted, post.post_date)) return { gone: [], come: [] };
  const gone = await takeOut(db, postId);
  const come: Schema['listings'][] = wanted.map((place) => ({
    ...place,
    post_id: postId,
    post_date: post.post_date,
    shuffle: randomShuffle(),
  }));
  await db.insertInto('listings').values(come).execute();
  await followNeighbors(tx, postId, gone, come);
  return { gone, come };
}

/** Whether exactly these lists contain the post, with this date. */
async function standsIn(db: Db, postId: number, wanted: readonly Place[], date: string): Promise<boolean> {
  const rows = await db
    .selectFrom('listings')
    .select(['kind', 'name', 'post_date'])
    .where('post_id', '=', postId)
    .execute();
  const found = new Set(rows.filter((row) => row.post_date === date).map(keyOf));
  return rows.length === wanted.length && wanted.every((place) => found.has(keyOf(place)));
}

/**
 * Updates the lists of categories and topics that contain these posts, after a change of their categories. Unlike `relist` it
 * writes only the rows that differ.
 */
export async function relistCategories(tx: PostTransaction, ids: readonly number[]): Promise<void> {
  const { db } = tx;
  // Also waits for transactions that are about to list one of them.
  const locked = await db
    .selectFrom('posts')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .modifyEnd(dialectOf(db).forUpdate)
    .execute();
  const found = locked.map(({ id }) => id);
  if (found.length === 0) return;
  const posts = await db
    .selectFrom('posts as p')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .select(['p.id', 'p.kind', 'p.post_date', 'p.active', 'p.category_id', 'c.category_path', 'c.moving_to'])
    .where('p.id', 'in', found)
    .execute();
  const further = Map.groupBy(
    await furtherCategories(db).where('pc.post_id', 'in', found).execute(),
    ({ post_id }) => post_id,
  );
  const stored = Map.groupBy(
    await db
      .selectFrom('listings')
      .select(['kind', 'name', 'post_id'])
      .where('post_id', 'in', found)
      .execute(),
    ({ post_id }) => post_id,
  );
  const come: Schema['listings'][] = [];
  const gone: (Place & { post_id: number })[] = [];
  for (const { id: post_id, post_date, ...post } of posts) {
    const wanted = placesOf(post, {
      tags: [],
      further: further.get(post_id) ?? [],
    }).filter(isOfCategories);
    const had = (stored.get(post_id) ?? []).filter(isOfCategories);
    for (const { kind, name } of without(wanted, had))
      come.push({ kind, name, post_id, post_date, shuffle: randomShuffle() });
    for (const { kind, name } of without(had, wanted)) gone.push({ kind, name, post_id });
  }
  for (const [place, rows] of Map.groupBy(gone, keyOf))
    await db
      .deleteFrom('listings')
      .where(
        'post_id',
        'in',
        rows.map(({ post_id }) => post_id),
      )
      // An expression, because the rows must be found by their posts: the list itself may be very long.
      .where(sql`kind || ' ' || name`, '=', place)
      .execute();
  if (come.length > 0) await db.insertInto('listings').values(come).execute();
  await count(db, gone, come);
  const changed = new Map([...gone, ...come].map((row) => [keyOf(row), { kind: row.kind, name: row.name }]));
  tx.lists.push(...changed.values());
}

const isOfCategories = ({ kind }: Place): boolean => kindsOfCategories.includes(kind);
const kindsOfCategories: readonly ListingKind[] = ['category', 'topic', 'path', 'filed', 'inactive-filed'];
const keyOf = ({ kind, name }: Place): string => `${kind} ${name}`;

function without(places: readonly Place[], others: readonly Place[]): Place[] {
  const known = new Set(others.map(keyOf));
  return places.filter((place) => !known.has(keyOf(place)));
}

/** Removes a post that is about to be deleted from every list. */
export async function unlist(tx: PostTransaction, postId: number): Promise<void> {
  const gone = await takeOut(tx.db, postId);
  await followNeighbors(tx, postId, gone, []);
  await count(tx.db, gone, []);
  tx.lists.push(...gone);
}

function takeOut(db: Db, postId: number): Promise<Dated[]> {
  return db
    .deleteFrom('listings')
    .where('post_id', '=', postId)
    .returning(['kind', 'name', 'post_date'])
    .execute();
}

/**
 * The pages of the posts before and after a position of the list of all posts link to the post that is there, so they
 * change when it comes, goes or moves.
 */
async function followNeighbors(
  tx: PostTransaction,
  id: number,
  gone: readonly Dated[],
  come: readonly Dated[],
): Promise<void> {
  const [before, after] = [gone, come].map((rows) => rows.find(({ kind }) => kind === 'all')?.post_date);
  if (before === after) return;
  for (const post_date of [before, after]) {
    if (post_date === undefined) continue;
    const { previous, next } = await neighborsOf(tx.db, { id, post_date });
    for (const neighbor of [previous, next]) if (neighbor) tx.follow(neighbor.id, 'page');
  }
}

async function tagNamesOf(db: Db, postId: number): Promise<string[]> {
  const tags = await db
    .selectFrom('post_tags as pt')
    .innerJoin('tags as t', 't.id', 'pt.tag_id')
    .select('t.tag_name')
    .where('pt.post_id', '=', postId)
    .execute();
  return tags.map((tag) => tag.tag_name);
}

const furtherCategories = (db: Db) =>
  db
    .selectFrom('post_categories as pc')
    .innerJoin('categories as c', 'c.id', 'pc.category_id')
    .select(['pc.post_id', 'pc.category_id', 'c.category_path', 'c.moving_to']);

async function count(db: Db, gone: readonly Place[], come: readonly Place[]): Promise<void> {
  const changes = new Map<string, Place & { by: number }>();
  const add = (place: Place, by: number) => {
    const key = keyOf(place);
    changes.set(key, { kind: place.kind, name: place.name, by: (changes.get(key)?.by ?? 0) + by });
  };
  for (const place of gone) add(place, -1);
  for (const place of come) add(place, 1);

  // Always in the same order, so that two transactions cannot deadlock.
  for (const [, { kind, name, by }] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (by > 0)
      await db
        .insertInto('listing_totals')
        .values({ kind, name, total: by })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'name'])
            .doUpdateSet({ total: sql<number>`listing_totals.total + ${by}` }),
        )
        .execute();
    if (by < 0) {
      const total = db.updateTable('listing_totals').where('kind', '=', kind).where('name', '=', name);
      await total.set((eb) => ({ total: eb('total', '+', by) })).execute();
      // A list that was emptied leaves no trace: the undo of an import restores the table as it was.
      await db
        .deleteFrom('listing_totals')
        .where('kind', '=', kind)
        .where('name', '=', name)
        .where('total', '=', 0)
        // Every site has that of inactive posts.
        .where('kind', '<>', 'inactive')
        .execute();
    }
  }
}

const randomShuffle = (): number => randomInt(2 ** 31 - 1);

/** Rebuilds all lists from the posts: after bulk changes, in one transaction. */
export async function relistAll(db: Db, shuffle: () => number = randomShuffle): Promise<void> {
  await db.deleteFrom('listings').execute();
  await db.deleteFrom('listing_totals').execute();
  const posts = await db
    .selectFrom('posts as p')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .select(['p.id', 'p.kind', 'p.post_date', 'p.active', 'p.category_id', 'c.category_path', 'c.moving_to'])
    .orderBy('p.id')
    .execute();
  const tagRows = await db
    .selectFrom('post_tags as pt')
    .innerJoin('tags as t', 't.id', 'pt.tag_id')
    .select(['pt.post_id', 't.tag_name'])
    .execute();
  const tags = Map.groupBy(tagRows, ({ post_id }) => post_id);
  const further = Map.groupBy(await furtherCategories(db).execute(), ({ post_id }) => post_id);

  const rows = posts.flatMap((post) =>
    placesOf(post, {
      tags: tags.get(post.id)?.map(({ tag_name }) => tag_name) ?? [],
      further: further.get(post.id) ?? [],
    }).map((place) => ({
      ...place,
      post_id: post.id,
      post_date: post.post_date,
      shuffle: shuffle(),
    })),
  );
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db
      .insertInto('listings')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
  await sql`insert into listing_totals (kind, name, total)
            select kind, name, count(*) from listings group by kind, name`.execute(db);
}

const rowsAtOnce = 2_000;
