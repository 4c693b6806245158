import { z } from 'zod';
import { commentText } from '../../../content/foreign/comment-text.ts';
import { Gone } from './failure.ts';
import {
  goneIfNotFound,
  type MastodonApi,
  type MastodonConfig,
  mastodonApi,
  statusPath,
  webUrl,
} from './mastodon-api.ts';
import type { People, Person, Reply, ShareOptions, Thread } from './network.ts';
import { parentsFirst } from './parents-first.ts';

/** A thread with thousands of replies; a larger answer is refused before it is read. */
const answerBytes = 8 * 1024 * 1024;
export const maxReplies = 1000;
/** Servers send at most 80 accounts in a page. */
const pageSize = 80;
const maxPages = 10;

const id = z.string().min(1).max(100);
const url = webUrl.max(1000).nullish().catch(null);
const count = z.int().min(0).catch(Number.POSITIVE_INFINITY);
const accountSchema = z.object({
  id,
  /** `name` for accounts of this server, `name@host` for others. */
  acct: z.string().min(1).max(500),
  username: z.string().catch(''),
  display_name: z.string().catch(''),
  url,
  /** What ActivityPub calls it; servers before 4.2 do not say. */
  uri: url,
});
const statusSchema = z.object({
  id,
  uri: webUrl.max(1000),
  url,
  in_reply_to_id: id.nullish().catch(null),
  visibility: z.enum(['public', 'unlisted']),
  created_at: z.string().max(100),
  content: z.string(),
  spoiler_text: z.string().catch(''),
  account: accountSchema,
  media_attachments: z.array(z.object({ url, description: z.string().nullish().catch(null) })).catch([]),
});
const rootSchema = z.object({
  id,
  uri: webUrl.max(1000),
  account: z.object({ id }),
  favourites_count: count,
  reblogs_count: count,
});

/** A shared status with its public replies and the people who like or boost it. */
export async function readMastodonThread(
  config: MastodonConfig,
  statusId: string,
  signal: AbortSignal,
  options: ShareOptions = {},
): Promise<Thread> {
  using api = mastodonApi(config, signal, { ...options, limits: { ...options.limits, answerBytes } });
  return await api.attempt('read', async () => {
    const path = statusPath(statusId);
    const root = await api.get(path, rootSchema).catch(goneIfNotFound);
    const { descendants } = await api.get(`${path}/context`, z.object({ descendants: z.array(z.unknown()) }));
    const found = descendants
      .slice(0, maxReplies)
      .map((one) => statusSchema.safeParse(one).data)
      .filter((status) => status !== undefined);
    const uris = new Map(found.map((status) => [status.id, status.uri]));
    const replies = found
      .map((status) => replyOf(status, root.account.id, uris))
      .filter((reply): reply is Reply => reply !== null && reply.originId !== root.uri);
    return {
      root: { id: root.id, originId: root.uri },
      replies: parentsFirst(replies),
      likes: await people(api, `${path}/favourited_by`, root.favourites_count),
      reposts: await people(api, `${path}/reblogged_by`, root.reblogs_count),
    };
  });
}

export async function existsOnMastodon(
  config: MastodonConfig,
  statusId: string,
  signal: AbortSignal,
  options: ShareOptions = {},
): Promise<boolean> {
  using api = mastodonApi(config, signal, options);
  try {
    await api.attempt('read', () => api.get(statusPath(statusId), z.object({ id })).catch(goneIfNotFound));
    return true;
  } catch (error) {
    if (error instanceof Gone) return false;
    throw error;
  }
}

type Status = z.infer<typeof statusSchema>;

function replyOf(status: Status, ownId: string, uris: ReadonlyMap<string, string>): Reply | null {
  const { account } = status;
  const author = personOf(account, status.created_at);
  if (!author) return null;
  return {
    ...author,
    originId: status.uri,
    url: status.url ?? null,
    parentOriginId: uris.get(status.in_reply_to_id ?? '') ?? null,
    text: textOf(status),
    target: { id: status.id, mention: account.acct, visibility: status.visibility },
    isOwn: account.id === ownId,
  };
}

function textOf({ content, spoiler_text, media_attachments }: Status): string {
  const text = commentText(content);
  const media = media_attachments.map(({ url, description }) => description || url).filter(Boolean);
  return [spoiler_text.trim(), text || media.join('\n')].filter(Boolean).join('\n\n');
}

function personOf(account: z.infer<typeof accountSchema>, date: string): Person | null {
  const person = account.uri ?? account.url;
  if (!person) return null;
  return {
    person,
    name: account.display_name.trim() || account.username || account.acct,
    authorUrl: account.url ?? person,
    date,
  };
}

/** Follows the pages of a list of accounts. Only the id of the next page is taken from the server, not its URL. */
async function people(api: MastodonApi, path: string, total: number): Promise<People> {
  const found = new Map<string, Person>();
  let seen = 0;
  let next: string | null = '';
  for (let page = 0; page < maxPages && next !== null; page++) {
    const query = new URLSearchParams({ limit: String(pageSize), ...(next && { max_id: next }) });
    const { body, headers } = await api.sendForHeaders(
      `${path}?${query}`,
      { method: 'GET' },
      z.array(z.unknown()),
    );
    for (const one of body.slice(0, pageSize)) {
      seen++;
      const account = accountSchema.safeParse(one).data;
      const person = account && personOf(account, new Date().toISOString());
      if (person) found.set(person.person, person);
    }
    next = nextPage(headers.get('link'), next);
  }
  return { people: [...found.values()], isComplete: next === null && seen >= total };
}

function nextPage(link: string | null, current: string): string | null {
  const url = /<([^<>]{1,1000})>; *rel="next"/.exec(link ?? '')?.[1];
  const next = url && URL.parse(url)?.searchParams.get('max_id');
  return next && next !== current && next.length <= 100 ? next : null;
}
