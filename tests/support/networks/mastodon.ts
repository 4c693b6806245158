import type { MastodonConfig } from '../../../src/features/social/networks/mastodon.ts';
import { type Call, multipart, type Reply, type StandIn, standIn } from './stand-in.ts';

export type MastodonStandIn = StandIn & {
  config: MastodonConfig;
  media: { bytes: Buffer; type: string | undefined; description: string | undefined; pollsLeft: number }[];
  /** What this account posted; the id of a status is its index. */
  posts: MastodonPost[];
  /** Statuses of others, by id. */
  replies: Map<string, MastodonReply>;
  /** Who likes and boosts a status, by its id. */
  likes: Map<string, Account[]>;
  boosts: Map<string, Account[]>;
  /** How many accounts a page of likes has. */
  pageSize: number;
  /** Sent with every response. */
  headers: Record<string, string>;
  /** Replaces the descendants of every context. */
  descendants: unknown[] | null;
  /** A reply by another person, on another server. */
  reply(text: string, values?: Partial<MastodonReply>): MastodonReply;
  /** Number of polls until an image is ready; with 0 the upload is answered with 200 instead of 202. */
  processing: number;
  instance: unknown;
};

export type MastodonPost = {
  status: string;
  media_ids: string[];
  key: string | undefined;
  in_reply_to_id: string | null;
  visibility: string | undefined;
  isDeleted: boolean;
  edits: number;
};
export type Account = ReturnType<typeof accountOf>;
export type MastodonReply = {
  id: string;
  uri: string;
  url: string;
  in_reply_to_id: string | null;
  visibility: string;
  created_at: string;
  content: string;
  spoiler_text: string;
  account: Account;
  media_attachments: { url: string; description: string | null }[];
};

export const accountOf = (name: string, display_name = name, id = `id-of-${name}`) => ({
  id,
  acct: `${name}@social.example`,
  username: name,
  display_name,
  url: `https://social.example/@${name}`,
  uri: `https://social.example/users/${name}`,
});

const ownAccount = { ...accountOf('blog', 'The blog', '1'), acct: 'blog' };

export async function mastodonStandIn(): Promise<MastodonStandIn> {
  const token = 'mastodon-secret-token';
  const state: Omit<MastodonStandIn, keyof StandIn | 'config'> = {
    media: [],
    posts: [],
    replies: new Map(),
    likes: new Map(),
    boosts: new Map(),
    pageSize: 80,
    headers: {},
    descendants: null,
    processing: 0,
    reply: (text, values = {}) => {
      const id = String(100_000 + state.replies.size);
      const reply: MastodonReply = {
        id,
        uri: `https://social.example/users/ada/statuses/${id}`,
        url: `https://social.example/@ada/${id}`,
        in_reply_to_id: '0',
        visibility: 'public',
        created_at: new Date().toISOString(),
        content: `<p>${text}</p>`,
        spoiler_text: '',
        account: accountOf('ada', 'Ada'),
        media_attachments: [],
        ...values,
      };
      state.replies.set(reply.id, reply);
      return reply;
    },
    instance: {
      domain: 'example.org',
      configuration: {
        statuses: { max_characters: 500, max_media_attachments: 4, characters_reserved_per_url: 23 },
        media_attachments: { image_size_limit: 16777216, description_limit: 1500 },
      },
    },
  };

  function answer(call: Call, origin: string): Reply {
    const { method, path, headers } = call;
    // GoToSocial rejects requests without a User-Agent.
    if (!headers['user-agent']) return { status: 418, json: { error: "I'm a teapot: no user-agent" } };
    if (headers.authorization !== `Bearer ${token}`) {
      return { status: 401, json: { error: 'The access token is invalid' } };
    }
    const polled = /^\/api\/v1\/media\/(\d+)$/.exec(path)?.[1];
    if (method === 'GET' && path === '/api/v2/instance') return { status: 200, json: state.instance };
    if (method === 'POST' && path === '/api/v2/media') return upload(call, origin);
    if (method === 'GET' && polled) return poll(Number(polled), origin);
    if (method === 'POST' && path === '/api/v1/statuses') return post(call, origin);
    if (method === 'GET' && path === '/api/v1/accounts/verify_credentials')
      return { status: 200, json: ownAccount };
    const [, id = '', list = ''] = /^\/api\/v1\/statuses\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
    return id === '' ? notFound : ofStatus(call, id, list, origin);
  }

  const notFound = { status: 404, json: { error: 'Record not found' } };

  function ofStatus(call: Call, id: string, list: string, origin: string): Reply {
    const own = state.posts[Number(id)];
    const status = own ? ownStatus(Number(id), origin) : state.replies.get(id);
    if (!status) return notFound;
    if (list === '' && call.method === 'GET') return { status: 200, json: status };
    if (list === 'context' && call.method === 'GET')
      return {
        status: 200,
        json: { ancestors: [], descendants: state.descendants ?? descendantsOf(id, origin) },
      };
    if (list === 'favourited_by') return page(state.likes.get(id) ?? [], call, origin);
    if (list === 'reblogged_by') return page(state.boosts.get(id) ?? [], call, origin);
    if (!own) return { status: 403, json: { error: 'This action is not allowed' } };
    if (call.method === 'DELETE') {
      own.isDeleted = true;
      return { status: 200, json: { id } };
    }
    if (call.method !== 'PUT') return { status: 405, json: { error: 'no' } };
    const { status: text, media_ids = [] } = JSON.parse(call.body.toString());
    if (typeof text !== 'string') return { status: 422, json: { error: 'Validation failed' } };
    Object.assign(own, { status: text, media_ids, edits: own.edits + 1 });
    return { status: 200, json: ownStatus(Number(id), origin) };
  }

  function ownStatus(index: number, origin: string) {
    const post = state.posts[index];
    if (!post || post.isDeleted) return undefined;
    return {
      id: String(index),
      url: `${origin}/@blog/${index}`,
      uri: `${origin}/s/${index}`,
      in_reply_to_id: post.in_reply_to_id,
      visibility: post.visibility ?? 'public',
      created_at: new Date().toISOString(),
      content: `<p>${post.status}</p>`,
      spoiler_text: '',
      account: ownAccount,
      media_attachments: [],
      favourites_count: (state.likes.get(String(index)) ?? []).length,
      reblogs_count: (state.boosts.get(String(index)) ?? []).length,
    };
  }

  /** Replies, and replies to them. */
  function descendantsOf(id: string, origin: string): unknown[] {
    const own = state.posts.map((_, index) => ownStatus(index, origin)).filter((one) => one !== undefined);
    return [...state.replies.values(), ...own]
      .filter(({ in_reply_to_id }) => in_reply_to_id === id)
      .flatMap((reply) => [reply, ...descendantsOf(reply.id, origin)]);
  }

  function page(accounts: Account[], { path, query }: Call, origin: string): Reply {
    const start = Number(query.get('max_id') ?? 0);
    const end = start + Math.min(state.pageSize, Number(query.get('limit') ?? 40));
    const next = `<${origin}${path}?max_id=${end}>; rel="next"`;
    return {
      status: 200,
      json: accounts.slice(start, end),
      ...(end < accounts.length && { headers: { link: next } }),
    };
  }

  function upload(call: Call, origin: string): Reply {
    const parts = multipart(call);
    const file = parts.find(({ name }) => name === 'file');
    if (!file?.filename) return { status: 422, json: { error: "Validation failed: File can't be blank" } };
    const description = parts.find(({ name }) => name === 'description')?.content.toString();
    state.media.push({ bytes: file.content, type: file.type, description, pollsLeft: state.processing });
    return { status: state.processing ? 202 : 200, json: attachment(state.media.length - 1, origin) };
  }

  function poll(id: number, origin: string): Reply {
    const item = state.media[id];
    if (!item) return { status: 404, json: { error: 'Record not found' } };
    item.pollsLeft--;
    return { status: item.pollsLeft > 0 ? 206 : 200, json: attachment(id, origin) };
  }

  function attachment(id: number, origin: string) {
    const ready = (state.media[id]?.pollsLeft ?? 1) <= 0;
    return { id: String(id), type: 'image', url: ready ? `${origin}/media/${id}` : null };
  }

  function post({ headers, body }: Call, origin: string): Reply {
    if (headers['content-type'] !== 'application/json') return { status: 415, json: { error: 'not JSON' } };
    const { status, media_ids, in_reply_to_id = null, visibility } = JSON.parse(body.toString());
    const key = headers['idempotency-key'] as string | undefined;
    let index = state.posts.findIndex((earlier) => key && earlier.key === key);
    // A server that remembers the key of a deleted status finds no status.
    if (state.posts[index]?.isDeleted) return notFound;
    if (in_reply_to_id !== null && !state.replies.has(in_reply_to_id) && !ownStatus(in_reply_to_id, origin))
      return notFound;
    if (index < 0)
      index =
        state.posts.push({ status, media_ids, key, in_reply_to_id, visibility, isDeleted: false, edits: 0 }) -
        1;
    return { status: 200, json: ownStatus(index, origin) };
  }

  const server = await standIn((call, origin) => {
    const reply = answer(call, origin);
    return { ...reply, headers: { ...state.headers, ...reply.headers } };
  });
  return Object.assign(state, server, { config: { url: server.url, token } });
}
