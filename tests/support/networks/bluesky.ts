import type { BlueskyConfig } from '../../../src/features/social/networks/bluesky.ts';
import { type Call, type Reply, type StandIn, standIn } from './stand-in.ts';

type BlobRef = { $type: 'blob'; ref: { $link: string }; mimeType: string; size: number };
type PostRecord = {
  $type: string;
  text: string;
  createdAt: string;
  facets: { index: { byteStart: number; byteEnd: number }; features: { $type: string; uri: string }[] }[];
  embed?: { $type: string; images: { image: BlobRef; alt: string }[] };
  reply?: { root: Reference; parent: Reference };
};
type Reference = { uri: string; cid: string };
export type BlueskyActor = ReturnType<typeof actorOf>;

export type BlueskyStandIn = StandIn & {
  config: Required<BlueskyConfig>;
  blobs: Buffer[];
  /** Every record that was written, also those that were deleted or replaced. */
  posts: PostRecord[];
  /** What exists, by URI. */
  records: Map<string, { record: PostRecord; author: BlueskyActor }>;
  likes: Map<string, BlueskyActor[]>;
  reposts: Map<string, BlueskyActor[]>;
  /** Sent with every response. */
  headers: Record<string, string>;
  /** Replaces the replies of every thread. */
  replies: unknown[] | null;
  /** A reply of another account; returns its URI. */
  reply(parent: string, text: string, values?: { author?: BlueskyActor; facets?: unknown }): string;
};

export const actorOf = (name: string, displayName = name) => ({
  did: `did:plc:${name}`,
  handle: `${name}.example.org`,
  displayName,
  labels: [] as { val: string }[],
});

const accountDid = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz';
// Real content identifiers, because the client checks their form.
const blobCids = [
  'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
  'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
];

export async function blueskyStandIn(): Promise<BlueskyStandIn> {
  const blobs: Buffer[] = [];
  const posts: PostRecord[] = [];
  const login = { identifier: 'blog.example.org', password: 'abcd-efgh-ijkl-mnop' };
  const accessJwt = jwt('access');
  const own = { ...actorOf('blog'), did: accountDid };
  const records: BlueskyStandIn['records'] = new Map();
  const state: Pick<BlueskyStandIn, 'likes' | 'reposts' | 'headers' | 'replies' | 'reply'> = {
    likes: new Map(),
    reposts: new Map(),
    headers: {},
    replies: null,
    reply: (parent, text, { author = actorOf('ada', 'Ada'), facets = [] } = {}) => {
      const uri = `at://${author.did}/app.bsky.feed.post/3reply${records.size}`;
      const to = { uri: parent, cid: cidOf(parent) };
      const record = { $type: 'app.bsky.feed.post', text, createdAt: new Date().toISOString(), facets };
      records.set(uri, { record: { ...record, reply: { root: to, parent: to } } as PostRecord, author });
      return uri;
    },
  };

  function answer(call: Call): Reply {
    const { method, path, headers } = call;
    if (method === 'GET') return read(call);
    if (method !== 'POST') return { status: 404, json: { error: 'XRPCNotSupported', message: 'Not Found' } };
    if (path === '/xrpc/com.atproto.server.createSession')
      return createSession(JSON.parse(call.body.toString()));
    if (headers.authorization !== `Bearer ${accessJwt}`) {
      return { status: 401, json: { error: 'AuthMissing', message: 'Authentication Required' } };
    }
    if (path === '/xrpc/com.atproto.repo.uploadBlob') return uploadBlob(call);
    if (path === '/xrpc/com.atproto.repo.createRecord') return createRecord(JSON.parse(call.body.toString()));
    if (path === '/xrpc/com.atproto.repo.putRecord') return createRecord(JSON.parse(call.body.toString()));
    if (path === '/xrpc/com.atproto.repo.deleteRecord') return deleteRecord(JSON.parse(call.body.toString()));
    return { status: 404, json: { error: 'XRPCNotSupported', message: 'Not Found' } };
  }

  function createSession(body: { identifier: string; password: string }): Reply {
    if (body.identifier !== login.identifier || body.password !== login.password) {
      return {
        status: 401,
        json: { error: 'AuthenticationRequired', message: 'Invalid identifier or password' },
      };
    }
    const session = {
      did: accountDid,
      handle: login.identifier,
      accessJwt,
      refreshJwt: jwt('refresh'),
      active: true,
    };
    return { status: 200, json: session };
  }

  function uploadBlob({ headers, body }: Call): Reply {
    const $link = blobCids[blobs.push(body) % blobCids.length] ?? '';
    const blob = { $type: 'blob', ref: { $link }, mimeType: headers['content-type'], size: body.length };
    return { status: 200, json: { blob } };
  }

  function createRecord(body: {
    repo: string;
    collection: string;
    rkey?: string;
    record: PostRecord;
  }): Reply {
    const { repo, collection, record, rkey } = body;
    const known = [record.reply?.root, record.reply?.parent].filter((one) => one !== undefined);
    const isValid = known.every(({ uri, cid }) => records.has(uri) && cid === cidOf(uri));
    if (
      repo !== accountDid ||
      collection !== 'app.bsky.feed.post' ||
      record.$type !== collection ||
      !isValid
    ) {
      return { status: 400, json: { error: 'InvalidRequest', message: 'Invalid record' } };
    }
    if (rkey !== undefined && !/^[234567abcdefghij][2-7a-z]{12}$/.test(rkey))
      return { status: 400, json: { error: 'InvalidRequest', message: 'Invalid TID' } };
    const key = rkey ?? (posts.length === 0 ? '3k2yihcrp6f2c' : `3k2yihcrp6f${posts.length}c`);
    posts.push(record);
    const uri = `at://${accountDid}/${collection}/${key}`;
    records.set(uri, { record, author: own });
    return { status: 200, json: { uri, cid: cidOf(uri), validationStatus: 'valid' } };
  }

  function deleteRecord({ repo, collection, rkey }: Record<string, string>): Reply {
    if (repo !== accountDid) return { status: 400, json: { error: 'InvalidRequest', message: 'Not yours' } };
    records.delete(`at://${repo}/${collection}/${rkey}`);
    return { status: 200, json: {} };
  }

  /** The AppView, which is open to all. */
  function read({ path, query, headers }: Call): Reply {
    if (headers.authorization) return { status: 400, json: { error: 'InvalidRequest', message: 'Not here' } };
    const uri = query.get('uri') ?? '';
    if (!records.has(uri))
      return { status: 400, json: { error: 'NotFound', message: `Post not found: ${uri}` } };
    if (path === '/xrpc/app.bsky.feed.getPostThread')
      return { status: 200, json: { thread: nodeOf(uri, Number(query.get('depth'))) } };
    const createdAt = new Date().toISOString();
    if (path === '/xrpc/app.bsky.feed.getLikes')
      return page(
        'likes',
        (state.likes.get(uri) ?? []).map((actor) => ({ actor, createdAt })),
        query,
      );
    if (path === '/xrpc/app.bsky.feed.getRepostedBy')
      return page('repostedBy', state.reposts.get(uri) ?? [], query);
    return { status: 404, json: { error: 'XRPCNotSupported', message: 'Not Found' } };
  }

  function page(field: string, all: unknown[], query: URLSearchParams): Reply {
    const start = Number(query.get('cursor') ?? 0);
    const end = start + Number(query.get('limit') ?? 50);
    const cursor = end < all.length ? { cursor: String(end) } : {};
    return { status: 200, json: { uri: query.get('uri'), [field]: all.slice(start, end), ...cursor } };
  }

  function nodeOf(uri: string, depth: number): unknown {
    const { record, author } = records.get(uri) ?? {};
    const counts = {
      likeCount: (state.likes.get(uri) ?? []).length,
      repostCount: (state.reposts.get(uri) ?? []).length,
    };
    const replies = [...records].filter(([, found]) => found.record.reply?.parent.uri === uri);
    return {
      $type: 'app.bsky.feed.defs#threadViewPost',
      post: { uri, cid: cidOf(uri), author, record, ...counts },
      ...(depth > 0 && { replies: state.replies ?? replies.map(([one]) => nodeOf(one, depth - 1)) }),
    };
  }

  const server = await standIn((call) => {
    const reply = answer(call);
    return { ...reply, headers: { ...state.headers, ...reply.headers } };
  });
  const config = { ...login, url: server.url, appViewUrl: server.url };
  return Object.assign(state, server, { config, blobs, posts, records });
}

export const cidOf = (uri: string): string => `bafyrei${Buffer.from(uri).toString('hex').slice(-40)}`;

function jwt(scope: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'ES256K' })}.${encode({ scope, sub: accountDid })}.c2lnbmF0dXJl`;
}
