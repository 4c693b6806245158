import type { Blog } from '../../../platform/blog.ts';
import { inBatches } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { lockName } from '../../../platform/db/transaction.ts';
import { maxSearchOffset } from '../../../platform/http/api/limits.ts';
import { Failures } from '../../../platform/jobs/failures.ts';
import { readAuthors } from '../../accounts/profiles/authors.ts';
import { titleFields } from '../api/post-fields.ts';
import { changePosts } from '../change-posts.ts';
import { presentCard } from '../present.ts';
import { cardsById } from '../store/posts.ts';
import { searchableText } from '../text.ts';
import type { SearchHit } from './api.ts';
import { highlightedExcerpt, indexWords, queryWords } from './rules/search.ts';
import * as index from './store/search.ts';

/** Cards of the active posts that have all words of the query, each with an excerpt around them. */
export async function searchPosts(
  blog: Blog,
  query: string,
  page: { limit: number; offset: number },
): Promise<{ hits: SearchHit[]; total: number }> {
  const wanted = queryWords(query);
  if (wanted.length === 0) return { hits: [], total: 0 };
  // All matches before an offset have to be sorted.
  const isTooFar = page.offset > maxSearchOffset;
  const { hits: found, total } = await index.searchPosts(
    blog.db,
    wanted,
    isTooFar ? { limit: 1, offset: 0 } : page,
  );
  if (isTooFar) return { hits: [], total };
  const cards = await cardsById(
    blog.db,
    found.map((hit) => hit.post_id),
  );
  const byId = new Map(cards.map((card) => [card.id, card]));
  const authors = await readAuthors(blog);
  const hits = found.flatMap(({ post_id, body }) => {
    const card = byId.get(post_id);
    return card ? [{ ...presentCard(blog, card, authors), excerpt: highlightedExcerpt(body, wanted) }] : [];
  });
  return { hits, total };
}

/** Posts that one batch adds at most, and posts that it looks at to find them. */
const most = { indexed: 20, scanned: 500 };

/** Adds posts that the index lacks: all of them after its migration, and posts that were written in bulk. */
export async function indexMissing(blog: Blog, signal?: AbortSignal): Promise<void> {
  if (await index.isIndexComplete(blog.db)) return;
  const failures = new Failures(blog, signal);
  await inBatches(
    0,
    most.indexed,
    async (after, size) => {
      const { ids, last } = await index.unindexedPosts(blog.db, after, { limit: size, scan: most.scanned });
      const add = (posts: readonly number[]) =>
        changePosts(blog, async (tx) => {
          await lockName(tx.db, 'search');
          for (const id of posts) tx.follow(id, 'search');
          return { result: undefined, activity: [] };
        });
      if (ids.length > 0)
        await add(ids).catch(async () => {
          for (const id of ids) await failures.catch({ post: id }, () => add([id]));
        });
      return last;
    },
    signal,
  );
  failures.throwFirst();
}

const manyPosts = 250;

/**
 * Rebuilds the words of the next posts after `after` from the indexed texts, in a database that was copied from another
 * without its words. Returns the id of the last one and how many there were.
 */
export async function indexWordsOfTexts(
  tx: Db,
  after: number,
  limit = manyPosts,
): Promise<{ last: number; posts: number }> {
  const texts = await index.indexedTexts(tx, after, limit);
  for (const { id, tags, body, ...text } of texts)
    await index.putSearchWords(tx, id, {
      title: indexWords(searchableText(titleFields, text)),
      tags: tags.flatMap(indexWords),
      body: indexWords(body),
    });
  return { last: texts.at(-1)?.id ?? after, posts: texts.length };
}

export const indexSize = index.indexSize;

/** Like indexWordsOfTexts, for all posts. */
export async function indexAllTexts(db: Blog['db']): Promise<void> {
  await inBatches(0, manyPosts, (after, size) =>
    db.transaction().execute(async (tx) => {
      const { last, posts } = await indexWordsOfTexts(tx, after, size);
      return posts > 0 ? last : null;
    }),
  );
}
