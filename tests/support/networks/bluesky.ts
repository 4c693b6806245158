import type { BlueskyConfig } from '../../../src/social/bluesky.ts';
import { type Call, type Reply, type StandIn, standIn } from './stand-in.ts';

type BlobRef = { $type: 'blob'; ref: { $link: string }; mimeType: string; size: number };
type PostRecord = {
  $type: string;
  text: string;
  createdAt: string;
  facets: { index: { byteStart: number; byteEnd: number }; features: { $type: string; uri: string }[] }[];
  embed?: { $type: string; images: { image: BlobRef; alt: string }[] };
};

export type BlueskyStandIn = StandIn & {
  config: Required<BlueskyConfig>;
  blobs: Buffer[];
  posts: PostRecord[];
};

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

  function answer(call: Call): Reply {
    const { method, path, headers } = call;
    if (method !== 'POST') return { status: 404, json: { error: 'XRPCNotSupported', message: 'Not Found' } };
    if (path === '/xrpc/com.atproto.server.createSession')
      return createSession(JSON.parse(call.body.toString()));
    if (headers.authorization !== `Bearer ${accessJwt}`) {
      return { status: 401, json: { error: 'AuthMissing', message: 'Authentication Required' } };
    }
    if (path === '/xrpc/com.atproto.repo.uploadBlob') return uploadBlob(call);
    if (path === '/xrpc/com.atproto.repo.createRecord') return createRecord(JSON.parse(call.body.toString()));
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

  function createRecord(body: { repo: string; collection: string; record: PostRecord }): Reply {
    const { repo, collection, record } = body;
    if (repo !== accountDid || collection !== 'app.bsky.feed.post' || record.$type !== collection) {
      return { status: 400, json: { error: 'InvalidRequest', message: 'Invalid record' } };
    }
    posts.push(record);
    const uri = `at://${accountDid}/${collection}/3k2yihcrp6f2c`;
    return { status: 200, json: { uri, cid: blobCids[0], validationStatus: 'valid' } };
  }

  const server = await standIn(answer);
  return Object.assign(server, { config: { ...login, url: server.url }, blobs, posts });
}

function jwt(scope: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'ES256K' })}.${encode({ scope, sub: accountDid })}.c2lnbmF0dXJl`;
}
