import { parseArgs } from 'node:util';
import { environment, readConfig } from '../src/config.ts';
import type { Db } from '../src/db/open.ts';
import { excerpt } from '../src/document/excerpt.ts';
import { renderContent, rendererVersion } from '../src/document/render.ts';
import { sanitize } from '../src/document/sanitize.ts';
import { description, plainText } from '../src/document/text.ts';
import { explainError } from '../src/operator/explain-error.ts';
import { createLog } from '../src/operator/log.ts';
import { openBlog } from '../src/server/open-blog.ts';
import { relistAll } from '../src/store/listings.ts';

const batch = 500;
const hour = 60 * 60 * 1000;
export const topics = ['travel', 'cooking', 'code', 'birds', 'books', 'music', 'walking', 'garden'];
const places = ['north', 'south', 'east', 'west'];
const words =
  'a quiet morning on the river with bread and tea while the rain writes letters on the window and somebody counts the boats that never quite arrive'.split(
    ' ',
  );

/** Inserts many plain posts and comments in bulk, for tests and benchmarks of large sites. */
export async function seed(db: Db, counts: { posts: number; comments: number }): Promise<void> {
  const categories = await seedCategories(db);
  const contents = Array.from({ length: 40 }, (_, index) => content(index));
  const started = Date.now();
  const firstId = await nextPostId(db);

  for (let from = 0; from < counts.posts; from += batch) {
    const size = Math.min(batch, counts.posts - from);
    const numbers = Array.from({ length: size }, (_, index) => from + index);
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('posts')
        .values(
          numbers.map((number) => {
            const active = number % 50 !== 49;
            const date = new Date(started - number * hour).toISOString();
            const title = `Seeded post number ${number}: ${sentence(number, 5)}, ${seededPlace(number)}`;
            const { text, ...content } = pick(contents, number);
            return {
              id: firstId + number,
              post_title: title,
              post_title_web: `seeded-post-${firstId + number}`,
              ...content,
              search_text: `${title}\n${text}`.toLowerCase(),
              post_date: date,
              active: active ? 1 : 0,
              first_active_date: active ? date : null,
              category_id: pick(categories, number),
            };
          }),
        )
        .execute();
      await seedTags(
        tx,
        numbers.map((number) => ({ postId: firstId + number, name: `tag${number % 60}` })),
      );
    });
  }
  await seedComments(db, firstId, counts);
  await db.transaction().execute(relistAll);
}

async function nextPostId(db: Db): Promise<number> {
  const newest = await db.selectFrom('posts').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return (newest?.id ?? 0) + 1;
}

async function seedCategories(db: Db): Promise<number[]> {
  const paths = topics.flatMap((topic) => [topic, ...places.map((place) => `${topic}.${place}`)]);
  await db
    .insertInto('categories')
    .values(paths.map((category_path) => ({ category_path })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await db.selectFrom('categories').select('id').where('category_path', 'in', paths).execute();
  return rows.map((row) => row.id);
}

async function seedTags(db: Db, wanted: readonly { postId: number; name: string }[]): Promise<void> {
  const names = [...new Set(wanted.map((tag) => tag.name))];
  await db
    .insertInto('tags')
    .values(names.map((name) => ({ tag_name: name, display_name: name, name_key: name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await db
    .selectFrom('tags')
    .select(['id', 'tag_name'])
    .where('tag_name', 'in', names)
    .execute();
  const ids = new Map(rows.map((row) => [row.tag_name, row.id]));
  await db
    .insertInto('post_tags')
    .values(wanted.map(({ postId, name }) => ({ post_id: postId, tag_id: ids.get(name) ?? 0 })))
    .execute();
}

async function seedComments(
  db: Db,
  firstId: number,
  counts: { posts: number; comments: number },
): Promise<void> {
  const now = Date.now();
  for (let from = 0; from < counts.comments; from += batch * 4) {
    const size = Math.min(batch * 4, counts.comments - from);
    await db
      .insertInto('comments')
      .values(
        Array.from({ length: size }, (_, index) => ({
          post_id: firstId + ((from + index) % counts.posts),
          user_name: 'Anonymous',
          comment_text: sentence(from + index, 12),
          date_added: new Date(now - (counts.comments - from - index) * 1000).toISOString(),
          approved: (from + index) % 10 === 9 ? 0 : 1,
        })),
      )
      .execute();
  }
}

function content(seedNumber: number) {
  const paragraphs = Array.from(
    { length: 6 + (seedNumber % 8) },
    (_, index) => `<p>${sentence(seedNumber * 31 + index, 60)} <strong>${sentence(index, 3)}</strong>.</p>`,
  );
  const html = sanitize(
    `<h2>${sentence(seedNumber, 4)}</h2>${paragraphs.join('')}<ul><li><p>one</p></li></ul>`,
  );
  const asShown = renderContent(html);
  const cut = excerpt(asShown);
  return {
    post_content: html,
    shown_html: asShown === html ? null : asShown,
    card_html: cut.html,
    card_truncated: cut.truncated ? 1 : 0,
    description: description(html),
    renderer_version: rendererVersion,
    text: plainText(html),
  };
}

/** Two made-up names. Each pair is in the titles of exactly ten posts, so a search for it finds as many on any site size. */
export function seededPlace(number: number): string {
  const group = Math.floor(number / 10);
  const syllables = ['ka', 'lo', 'mi', 'ru', 'te', 'vo', 'ni', 'sa', 'pe', 'du'];
  const name = (ending: string) =>
    [...String(group).padStart(4, '0')].map((digit) => syllables[Number(digit)]).join('') + ending;
  return `${name('n')} ${name('s')}`;
}

const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length] as Item;

const sentence = (start: number, length: number): string =>
  Array.from({ length }, (_, index) => pick(words, start * 7 + index * (1 + (start % 5)))).join(' ');

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { posts: { type: 'string' }, comments: { type: 'string' } } });
  const count = (name: 'posts' | 'comments', text: string | undefined) => {
    if (text !== undefined && !/^\d{1,7}$/.test(text)) throw new Error(`--${name} must be a number.`);
    return Number(text ?? 0);
  };
  const counts = {
    posts: count('posts', values.posts ?? '1000'),
    comments: count('comments', values.comments),
  };
  if (counts.posts < 1) throw new Error('--posts must be at least 1.');
  const config = readConfig(environment());
  const started = performance.now();
  const { blog } = await openBlog(config, createLog('warn'));
  await seed(blog.db, counts);
  await blog.db.destroy();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${counts.posts} posts and ${counts.comments} comments in ${seconds} s`);
}

if (import.meta.main)
  await main().catch((error) => {
    console.error(explainError(error));
    process.exit(1);
  });
