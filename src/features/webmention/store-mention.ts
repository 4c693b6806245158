import { commentsById } from '../../core/posts/store/comment-rows.ts';
import { readSite } from '../../core/site/site.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { messagesIn } from '../../platform/web/messages/catalogs.ts';
import { receiveComment, receiveReaction, removeReaction, removeReceived } from '../conversation/received.ts';
import type { Mention } from './reading/mention.ts';
import { hasSameComment, knownOrigins, type WaitingWebmention } from './store/received-webmentions.ts';
import { commentIn, identityOf, originIds, personOf } from './webmentions.ts';

const source = 'webmention';

type Sent = Pick<WaitingWebmention, 'source' | 'post_id' | 'target'>;

/** The page at `pageUrl`, where the source leads, mentions a post: what was stored of the same page before is replaced. */
export async function storeMention(
  blog: Blog,
  { source: sent, post_id: postId, target }: Sent,
  pageUrl: string,
  mention: Mention,
): Promise<void> {
  const { originId, known } = await originOf(blog, identityOf(sent, pageUrl, mention.url), postId);
  if (originId === undefined) return;
  const person = personOf(pageUrl, mention.author.url);
  const received = {
    postId,
    source,
    originId,
    person,
    authorName: mention.author.name,
    authorUrl: mention.author.url,
    date: mention.published ?? nowIso(blog),
  } as const;
  const { kind, line } = mention;
  const text = line ? messagesIn((await readSite(blog)).language).mentionLines[line] : mention.text;
  if (kind === 'like' || kind === 'repost') {
    if (known.includes('comment')) await removeReceived(blog, originId);
    if (known.some((other) => isReaction(other) && other !== kind)) await removeReaction(blog, originId);
    await receiveReaction(blog, { ...received, kind });
    return;
  }
  const originUrl = originUrlOf(pageUrl, mention.url);
  // Otherwise one page could be announced any number of times, with other queries.
  const isNew = known.length === 0;
  if (isNew && (await hasSameComment(blog.db, { postId, person, originUrl, text }))) return;
  if (known.some(isReaction)) await removeReaction(blog, originId);
  const parentId = await parentOf(blog, postId, [target, ...mention.repliesTo]);
  await receiveComment(blog, { ...received, originUrl, parentOriginId: null, parentId, text });
}

const isReaction = (kind: string): boolean => kind === 'like' || kind === 'repost';

/** The source is gone or no longer links to the post. Only what came from exactly this source is removed. */
export async function removeMention(blog: Blog, { source: sent, post_id }: Sent): Promise<void> {
  const known = await knownOrigins(blog.db, originIds(sent));
  for (const { origin_id, kind } of known.filter((one) => one.post_id === post_id))
    if (isReaction(kind)) await removeReaction(blog, origin_id);
    else await removeReceived(blog, origin_id);
}

/** The id under which a page mentions this post, and what is known by it; no id when the page mentions too many posts. */
async function originOf({ db }: Blog, page: string, postId: number) {
  const ids = originIds(page);
  const all = await knownOrigins(db, ids);
  const own = all.filter(({ post_id }) => post_id === postId);
  const free = ids.find((id) => all.every(({ origin_id }) => origin_id !== id));
  return { originId: own[0]?.origin_id ?? free, known: own.map(({ kind }) => kind) };
}

/** Where a page says that it is, if that is on its own host. */
const originUrlOf = (pageUrl: string, claimed: string | null): string =>
  claimed !== null && new URL(claimed).host === new URL(pageUrl).host ? claimed : pageUrl;

/** The comment of this post that a mention replies to by its permalink. */
async function parentOf({ db }: Blog, postId: number, urls: readonly string[]): Promise<number | null> {
  const ids = urls.flatMap((url) => commentIn(url) ?? []);
  const found = await commentsById(db, ids);
  return found.find(({ post_id, approved }) => post_id === postId && approved)?.id ?? null;
}
