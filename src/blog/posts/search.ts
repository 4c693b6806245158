import type { SearchHit } from '../../contract/search.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { Db } from '../../db/open.ts';
import { plainText } from '../../document/text.ts';
import { highlightedExcerpt, indexWords, queryWords } from '../../rules/search.ts';
import { cardsById } from '../../store/posts.ts';
import * as index from '../../store/search.ts';
import { inTransaction, lockName } from '../../store/transaction.ts';
import type { Blog } from '../blog.ts';
import { presentCard } from '../present.ts';

/** Cards of the active posts that have all words of the query, each with the place where they stand. */
export async function searchPosts(
  blog: Blog,
  query: string,
  page: { limit: number; offset: number },
): Promise<{ hits: SearchHit[]; total: number }> {
  const wanted = queryWords(query);
  if (wanted.length === 0) return { hits: [], total: 0 };
  const { hits: found, total } = await index.searchPosts(blog.db, wanted, page);
  const cards = await cardsById(
    blog.db,
    found.map((hit) => hit.post_id),
  );
  const byId = new Map(cards.map((card) => [card.id, card]));
  const hits = found.flatMap(({ post_id, body }) => {
    const card = byId.get(post_id);
    return card ? [{ ...presentCard(blog, card), excerpt: highlightedExcerpt(body, wanted) }] : [];
  });
  return { hits, total };
}

/** Brings the index in step with a post, in the transaction that changes its title, content, tags or status. */
export async function indexPost(tx: Db, postId: number): Promise<void> {
  const post = await index.searchablePost(tx, postId);
  if (!post) return index.dropSearchEntry(tx, postId);
  const text = plainText(post.content);
  await index.putSearchEntry(tx, postId, {
    title: indexWords(post.title),
    tags: post.tags.flatMap(indexWords),
    body: indexWords(text),
    text,
  });
}

export const unindexPost = index.dropSearchEntry;

/** Posts that one batch adds at most, and posts that it looks at to find them. */
const most = { indexed: 20, scanned: 500 };

/** Adds what the index misses: every post after its migration, and posts that were written in bulk. */
export async function indexMissing(blog: Pick<Blog, 'db'>, signal?: AbortSignal): Promise<void> {
  await inBatches(
    0,
    most.indexed,
    async (after, size) => {
      const { ids, last } = await index.unindexedPosts(blog.db, after, { limit: size, scan: most.scanned });
      if (ids.length > 0)
        await inTransaction(blog.db, async (tx) => {
          await lockName(tx, 'search');
          for (const id of ids) await indexPost(tx, id);
        });
      return last;
    },
    signal,
  );
}

const manyPosts = 250;

/**
 * Makes the words of the next posts behind `after` from the texts that the index has; for a database that got all but
 * the words from another one. Returns the last of them, and how many they were.
 */
export async function indexWordsOfTexts(
  tx: Db,
  after: number,
  limit = manyPosts,
): Promise<{ last: number; posts: number }> {
  const texts = await index.indexedTexts(tx, after, limit);
  for (const { id, title, tags, body } of texts)
    await index.putSearchWords(tx, id, {
      title: indexWords(title),
      tags: tags.flatMap(indexWords),
      body: indexWords(body),
    });
  return { last: texts.at(-1)?.id ?? after, posts: texts.length };
}

export const indexSize = index.indexSize;

/** The same for all of them. */
export async function indexAllTexts(db: Blog['db']): Promise<void> {
  await inBatches(0, manyPosts, (after, size) =>
    db.transaction().execute(async (tx) => {
      const { last, posts } = await indexWordsOfTexts(tx, after, size);
      return posts > 0 ? last : null;
    }),
  );
}
