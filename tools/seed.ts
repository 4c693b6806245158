/**
 * Fills a site for measuring, with the same rows each time: `npm run seed -- --posts 100000`. It takes the environment of the
 * server. Options: --posts N, --comments N (ten for each post), --tags N (one for 20 posts, at least 60), --votes N (two for
 * each post), --discussion N (comments of one more post, 5,000).
 */
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { type Config, environment, readConfig } from '../src/config.ts';
import { relistAll } from '../src/core/posts/lists/store/listings.ts';
import { indexChangedTexts } from '../src/core/posts/search/index-grams.ts';
import { indexWords } from '../src/core/posts/search/rules/search.ts';
import { putSearchWords } from '../src/core/posts/search/store/search.ts';
import { dialectOf } from '../src/platform/db/dialect.ts';
import type { Db } from '../src/platform/db/open.ts';
import type { Schema } from '../src/platform/db/schema.ts';
import { explainError } from '../src/platform/log/explain-error.ts';
import { createLog } from '../src/platform/log/log.ts';
import { openBlog } from '../src/server/open-blog.ts';
import { pick, seededContents, seededPlace, sentence } from './seed-content.ts';

export { seededPlace } from './seed-content.ts';

export type SeedCounts = {
  posts: number;
  comments: number;
  tags?: number;
  votes?: number;
  /** Comments of one more post; 0: there is none. */
  discussion?: number;
  /** Whether posts are found by the search at once; otherwise a scheduled job of the server indexes them. */
  indexed?: boolean;
};

const postsAtOnce = 500;
const rowsAtOnce = 5_000;
const hour = 60 * 60 * 1000;
/** The newest post and the newest comment; fixed, so that two sites have the same rows. */
const newest = Date.UTC(2026, 0, 1);
export const topics = ['travel', 'cooking', 'code', 'birds', 'books', 'music', 'walking', 'garden'];
const places = ['north', 'south', 'east', 'west'];
/** A further category of every second post. */
export const wideCategory = 'notes';
export const discussionTitle = 'seeded-discussion';
/** So many tags are on a tenth of all posts each. */
const commonTags = 10;

/** Inserts many plain posts and comments in bulk, for tests and benchmarks of large sites. */
export async function seed(db: Db, counts: SeedCounts): Promise<void> {
  const categories = await seedCategories(db);
  const firstId = await nextPostId(db);
  await seedPosts(db, firstId, counts, categories.main);
  await insertRows(
    db,
    'post_categories',
    range(0, counts.posts, 2).map((number) => ({
      post_id: firstId + number,
      category_id: categories.wide,
    })),
  );
  await seedTags(db, firstId, counts);
  await seedComments(db, firstId, counts);
  await seedVotes(db, firstId, counts);
  if (counts.discussion) await seedDiscussion(db, firstId + counts.posts, counts.discussion);
  await db.transaction().execute((tx) => relistAll(tx, shuffled()));
  if (counts.indexed) await indexChangedTexts(db);
}

const range = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, index) => from + index * step);

/** Fixed numbers instead of random ones. */
function shuffled(): () => number {
  let last = 0;
  return () => {
    last = (last * 48_271 + 11) % (2 ** 31 - 1);
    return last;
  };
}

/** In a few large statements of one parameter, which takes a tenth of the time of one parameter for each value. */
async function insertRows<Table extends keyof Schema & string>(
  db: Db,
  table: Table,
  rows: readonly object[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const names = sql.join(columns.map((name) => sql.ref(name)));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const json = JSON.stringify(rows.slice(from, from + rowsAtOnce));
    const values =
      dialectOf(db).kind === 'sqlite'
        ? sql`select ${sql.join(columns.map((name) => sql`value ->> ${sql.lit(name)}`))} from json_each(${json})`
        : sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json})`;
    await sql`insert into ${sql.table(table)} (${names}) ${values}`.execute(db);
  }
}

async function nextPostId(db: Db): Promise<number> {
  const last = await db.selectFrom('posts').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return (last?.id ?? 0) + 1;
}

async function seedCategories(db: Db): Promise<{ main: number[]; wide: number }> {
  const paths = topics.flatMap((topic) => [topic, ...places.map((place) => `${topic}.${place}`)]);
  const id = async (category_path: string): Promise<number> => {
    await db
      .insertInto('categories')
      .values({ category_path })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = db.selectFrom('categories').select('id').where('category_path', '=', category_path);
    return (await row.executeTakeFirstOrThrow()).id;
  };
  const main: number[] = [];
  for (const path of paths) main.push(await id(path));
  return { main, wide: await id(wideCategory) };
}

async function seedPosts(
  db: Db,
  firstId: number,
  { posts, votes = 0, indexed = false }: SeedCounts,
  categories: readonly number[],
): Promise<void> {
  const contents = seededContents().map((content) => ({ ...content, words: indexWords(content.indexed) }));
  for (let from = 0; from < posts; from += postsAtOnce) {
    const numbers = range(from, Math.min(posts, from + postsAtOnce));
    await db.transaction().execute(async (tx) => {
      const written = numbers.map((number) => {
        const title = `Seeded post number ${number}: ${sentence(number, 5)}, ${seededPlace(number)}`;
        return { number, id: firstId + number, title, content: pick(contents, number) };
      });
      await insertRows(
        tx,
        'posts',
        written.map(({ number, id, title, content }) => ({
          id,
          ...postRow(number, title, `seeded-post-${id}`, content),
          active: isActive(number) ? 1 : 0,
          category_id: pick(categories, number),
          vote_count: votesOf(number, { posts, votes }),
        })),
      );
      if (!indexed) return;
      const active = written.filter(({ number }) => isActive(number));
      const texts = active.map(({ id, content }) => ({ post_id: id, body: content.indexed }));
      await insertRows(tx, 'search_texts', texts);
      // Without their tags, which would have to be known here.
      for (const { id, title, content } of active)
        await putSearchWords(tx, id, { title: indexWords(title), tags: [], body: content.words });
    });
  }
  await dialectOf(db).setNextId(db, 'posts', 'id', firstId + posts);
}

/** The date of the post with this number, counted from the newest. */
export const seededDate = (number: number): Date => new Date(newest - number * hour);

const isActive = (number: number): boolean => number % 50 !== 49;

function postRow(
  number: number,
  title: string,
  webTitle: string,
  { columns, text }: ReturnType<typeof seededContents>[number],
) {
  const date = seededDate(number).toISOString();
  return {
    post_title: title,
    post_title_web: webTitle,
    ...columns,
    search_text: `${title}\n${webTitle}\n${text}`.toLowerCase(),
    post_date: date,
    first_active_date: isActive(number) ? date : null,
  };
}

/** A rare tag each, and one of the common ones. */
async function seedTags(db: Db, firstId: number, { posts, tags = 60 }: SeedCounts): Promise<void> {
  const names = range(0, tags).map((number) => `tag${number}`);
  const known = async () =>
    new Map(
      (await db.selectFrom('tags').select(['id', 'tag_name']).execute()).map(({ id, tag_name }) => [
        tag_name,
        id,
      ]),
    );
  const before = await known();
  const missing = names.filter((name) => !before.has(name));
  await insertRows(
    db,
    'tags',
    missing.map((name) => ({ tag_name: name, display_name: name, name_key: name })),
  );
  const ids = await known();
  const rows = range(0, posts).flatMap((number) =>
    [...new Set([number % tags, number % commonTags])].map((tag) => ({
      post_id: firstId + number,
      tag_id: ids.get(`tag${tag}`) ?? 0,
    })),
  );
  await insertRows(db, 'post_tags', rows);
}

async function seedComments(db: Db, firstId: number, { posts, comments }: SeedCounts): Promise<void> {
  for (let from = 0; from < comments; from += rowsAtOnce)
    await insertRows(
      db,
      'comments',
      range(from, Math.min(comments, from + rowsAtOnce)).map((number) => ({
        post_id: firstId + (number % posts),
        ...commentRow(number, comments),
        approved: number % 10 === 9 ? 0 : 1,
      })),
    );
}

const commentRow = (number: number, comments: number) => ({
  user_name: 'Anonymous',
  comment_text: sentence(number, 12),
  date_added: new Date(newest - (comments - number) * 1000).toISOString(),
});

const votesOf = (number: number, { posts, votes = 0 }: { posts: number; votes?: number }): number =>
  // Between none and twice the average.
  Math.round((((number * 7_919) % 101) / 50) * (votes / posts));

async function seedVotes(db: Db, firstId: number, counts: SeedCounts): Promise<void> {
  const date_added = new Date(newest).toISOString();
  for (let from = 0; from < counts.posts; from += rowsAtOnce)
    await insertRows(
      db,
      'votes',
      range(from, Math.min(counts.posts, from + rowsAtOnce)).flatMap((number) =>
        range(0, votesOf(number, counts)).map((vote) => ({
          post_id: firstId + number,
          address: `seeded vote ${vote}`,
          date_added,
        })),
      ),
    );
}

/** One post with very many comments, a third of which are replies. */
async function seedDiscussion(db: Db, id: number, comments: number): Promise<void> {
  const taken = await db
    .selectFrom('posts')
    .select('id')
    .where('post_title_web', 'like', `${discussionTitle}%`)
    .execute();
  const webTitle = taken.length === 0 ? discussionTitle : `${discussionTitle}-${taken.length + 1}`;
  const [content] = seededContents();
  if (!content) return;
  // Older than every other post.
  const row = postRow(2_000_000, 'Seeded discussion', webTitle, content);
  await insertRows(db, 'posts', [{ id, ...row, active: 1 }]);
  await dialectOf(db).setNextId(db, 'posts', 'id', id + 1);
  const first = await dialectOf(db).nextId(db, 'comments', 'id');
  await insertRows(
    db,
    'comments',
    range(0, comments).map((number) => ({
      id: first + number,
      post_id: id,
      ...commentRow(number, comments),
      approved: 1,
      parent_id: number % 3 === 2 ? first + number - 1 - (number % 2) : null,
    })),
  );
  await dialectOf(db).setNextId(db, 'comments', 'id', first + comments);
}

const highest = 10_000_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      posts: { type: 'string' },
      comments: { type: 'string' },
      tags: { type: 'string' },
      votes: { type: 'string' },
      discussion: { type: 'string' },
    },
  });
  const count = (name: keyof typeof values, otherwise: number): number => {
    const text = values[name] ?? String(otherwise);
    if (!/^\d{1,8}$/.test(text) || Number(text) > highest) throw new Error(`--${name} must be a number.`);
    return Number(text);
  };
  const posts = count('posts', 1_000);
  if (posts < 1) throw new Error('--posts must be at least 1.');
  const counts = {
    posts,
    comments: count('comments', 10 * posts),
    tags: Math.max(1, count('tags', Math.max(60, Math.round(posts / 20)))),
    votes: count('votes', 2 * posts),
    discussion: count('discussion', 5_000),
    indexed: true,
  };
  const config = withoutTimeouts(readConfig(environment()));
  const started = performance.now();
  const { blog } = await openBlog(config, createLog('warn'));
  await writeFast(blog.db);
  await seed(blog.db, counts);
  await blog.db.destroy();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${counts.posts} posts and ${counts.comments} comments in ${seconds} s`);
}

/** Those of the server protect its readers. Here some statements insert thousands of rows, and a slow machine takes its time. */
function withoutTimeouts(config: Config): Config {
  if (config.databaseUrl === null) return config;
  const url = new URL(config.databaseUrl);
  for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    url.searchParams.set(name, '0');
  return { ...config, databaseUrl: url.href };
}

/** A power cut would lose the rows, which can be made again. */
async function writeFast(db: Db): Promise<void> {
  if (dialectOf(db).kind !== 'sqlite') return;
  await sql`pragma synchronous = off`.execute(db);
  await sql`pragma cache_size = -300000`.execute(db);
}

if (import.meta.main)
  await main().catch((error) => {
    console.error(explainError(error));
    process.exit(1);
  });
