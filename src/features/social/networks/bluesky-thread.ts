import { z } from 'zod';
import { type AppView, appView, type BlueskyConfig, postUri, postUrl } from './bluesky-api.ts';
import { Gone } from './failure.ts';
import { maxReplies } from './mastodon-thread.ts';
import type { People, Person, Reply, ShareOptions, Thread } from './network.ts';
import { parentsFirst } from './parents-first.ts';
import { writtenOut } from './written-out.ts';

const answerBytes = 8 * 1024 * 1024;
/** Two levels are shown here; deeper replies attach to the second. */
const depth = 10;
const pageSize = 100;
const maxPages = 10;

const count = z.int().min(0).catch(Number.POSITIVE_INFINITY);
const cid = z.string().min(1).max(200);
const actorSchema = z.object({
  did: z.string().max(500).startsWith('did:'),
  handle: z.string().catch(''),
  displayName: z.string().catch(''),
  labels: z.array(z.object({ val: z.string() })).catch([]),
});
const replySchema = z.object({
  uri: postUri,
  cid,
  author: actorSchema,
  record: z.object({
    text: z.string(),
    createdAt: z.string().max(100),
    facets: z.unknown().optional(),
    reply: z.object({ parent: z.object({ uri: postUri }) }),
  }),
});
/** Replies are checked one by one, because a tree that is nested ten thousand times would end a recursive check. */
const nodeSchema = z.object({ post: z.unknown(), replies: z.array(z.unknown()).catch([]) });
const rootSchema = z.object({
  post: z.object({
    uri: postUri,
    cid,
    author: z.object({ did: z.string() }),
    likeCount: count,
    repostCount: count,
  }),
  replies: z.array(z.unknown()).catch([]),
});
const threadSchema = z.object({ thread: z.unknown() });
const notFound = z.object({ $type: z.literal('app.bsky.feed.defs#notFoundPost') });

/** A shared post with its replies and the people who like or repost it. */
export async function readBlueskyThread(
  config: BlueskyConfig,
  uri: string,
  signal: AbortSignal,
  options: ShareOptions = {},
): Promise<Thread> {
  using api = appView(config, signal, { ...options, limits: { ...options.limits, answerBytes } });
  return await api.attempt('read', async () => {
    const { post, replies } = rootSchema.parse(await thread(api, uri, depth));
    return {
      root: { id: post.uri, cid: post.cid, originId: post.uri },
      replies: parentsFirst(repliesIn(replies, post)),
      likes: await people(api, 'Likes', 'likes', uri, post.likeCount),
      reposts: await people(api, 'RepostedBy', 'repostedBy', uri, post.repostCount),
    };
  });
}

export async function existsOnBluesky(
  config: BlueskyConfig,
  uri: string,
  signal: AbortSignal,
  options: ShareOptions = {},
): Promise<boolean> {
  using api = appView(config, signal, options);
  try {
    await api.attempt('read', () => thread(api, uri, 0));
    return true;
  } catch (error) {
    if (error instanceof Gone) return false;
    throw error;
  }
}

async function thread(api: AppView, uri: string, levels: number): Promise<unknown> {
  const query = { uri, depth: String(levels), parentHeight: '0' };
  const { thread } = await api.get('app.bsky.feed.getPostThread', query, threadSchema);
  if (notFound.safeParse(thread).success) throw new Gone('Bluesky');
  return thread;
}

function repliesIn(tree: readonly unknown[], root: { uri: string; author: { did: string } }): Reply[] {
  const found: Reply[] = [];
  const waiting = tree.toReversed();
  for (let visited = 0; waiting.length > 0 && visited < maxReplies; visited++) {
    const node = nodeSchema.safeParse(waiting.pop()).data;
    if (!node) continue;
    waiting.push(...node.replies.slice(0, maxReplies).reverse());
    const post = replySchema.safeParse(node.post).data;
    const author = post && personOf(post.author, post.record.createdAt);
    if (!author || post.uri === root.uri) continue;
    const parent = post.record.reply.parent.uri;
    found.push({
      ...author,
      originId: post.uri,
      url: postUrl(post.uri),
      parentOriginId: parent === root.uri ? null : parent,
      text: writtenOut(post.record.text, post.record.facets),
      target: { id: post.uri, cid: post.cid },
      isOwn: author.person === root.author.did,
    });
  }
  return found;
}

/** Null for people who want to be seen by signed-in users only. */
function personOf(
  { did, handle, displayName, labels }: z.infer<typeof actorSchema>,
  date: string,
): Person | null {
  if (labels.some(({ val }) => val === '!no-unauthenticated')) return null;
  const isNamed = /^[a-z0-9.-]{3,253}$/i.test(handle) && handle !== 'handle.invalid';
  return {
    person: did,
    name: displayName.trim() || (isNamed ? handle : did),
    authorUrl: `https://bsky.app/profile/${isNamed ? handle : did}`,
    date,
  };
}

async function people(
  api: AppView,
  method: 'Likes' | 'RepostedBy',
  field: 'likes' | 'repostedBy',
  uri: string,
  total: number,
): Promise<People> {
  const schema = z.object({
    cursor: z.string().max(500).optional().catch(undefined),
    [field]: z.array(z.unknown()),
  }) as z.ZodType<{ cursor?: string } & Record<string, unknown[]>>;
  const found = new Map<string, Person>();
  let seen = 0;
  let cursor: string | undefined;
  let isLast = false;
  for (let page = 0; page < maxPages && !isLast; page++) {
    const query = { uri, limit: String(pageSize), ...(cursor !== undefined && { cursor }) };
    const body = await api.get(`app.bsky.feed.get${method}`, query, schema);
    for (const one of (body[field] ?? []).slice(0, pageSize)) {
      seen++;
      // A like has a date and its actor in a field; a list of reposts has the actors themselves.
      const like = z.object({ actor: z.unknown(), createdAt: z.string().max(100) }).safeParse(one).data;
      const actor = actorSchema.safeParse(field === 'likes' ? like?.actor : one).data;
      const person = actor && personOf(actor, like?.createdAt ?? new Date().toISOString());
      if (person) found.set(person.person, person);
    }
    isLast = body.cursor === undefined || body.cursor === cursor;
    cursor = body.cursor;
  }
  return { people: [...found.values()], isComplete: isLast && seen >= total };
}
