import { createHmac } from 'node:crypto';
import type { XConfig } from '../../../src/features/social/networks/x.ts';
import { type Call, multipart, type Reply, type StandIn, standIn } from './stand-in.ts';

export type XStandIn = StandIn & {
  config: Required<XConfig>;
  media: Map<string, { type: string; size: number; chunks: Buffer[]; alt?: string; complete: boolean }>;
  posts: { text: string; media?: { media_ids: string[] } }[];
};

/** The parts of X's API v2 that a post with images needs; every call must carry a valid OAuth 1.0a signature. */
export async function xStandIn(): Promise<XStandIn> {
  const media: XStandIn['media'] = new Map();
  const posts: XStandIn['posts'] = [];
  const nonces = new Set<string>();
  const keys = {
    apiKey: 'key&of the app',
    apiSecret: 'secret/of+app',
    accessToken: '12-token',
    accessSecret: 'p€ss',
  };

  function answer(call: Call, origin: string): Reply {
    const complaint = signatureComplaint(call, origin, keys, nonces);
    if (complaint) return { status: 401, json: { title: 'Unauthorized', status: 401, detail: complaint } };
    if (call.method !== 'POST') return { status: 405, json: { title: 'Method Not Allowed' } };
    const [, id = '', command] = /^\/2\/media\/upload\/(\d+)\/(append|finalize)$/.exec(call.path) ?? [];
    if (call.path === '/2/media/upload/initialize') return initialize(json(call));
    if (command === 'append') return append(id, call);
    if (command === 'finalize') return finalize(id);
    if (call.path === '/2/media/metadata') return describe(json(call));
    if (call.path === '/2/tweets') return post(json(call));
    return { status: 404, json: { title: 'Not Found', status: 404 } };
  }

  function initialize(body: { media_type: string; media_category: string; total_bytes: number }): Reply {
    if (body.media_type !== 'image/jpeg' || body.media_category !== 'tweet_image')
      return invalid('media type');
    const id = String(7_000_000_000_000_000_000n + BigInt(media.size));
    media.set(id, { type: body.media_type, size: body.total_bytes, chunks: [], complete: false });
    return { status: 200, json: { data: { id, media_key: `3_${id}`, expires_after_secs: 86400 } } };
  }

  function append(id: string, call: Call): Reply {
    const parts = multipart(call);
    const index = Number(parts.find(({ name }) => name === 'segment_index')?.content.toString());
    const chunk = parts.find(({ name }) => name === 'media')?.content;
    const upload = media.get(id);
    if (!upload || !chunk || index !== upload.chunks.length) return invalid('segment');
    upload.chunks.push(chunk);
    return { status: 200, json: { data: { expires_at: 1 } } };
  }

  function finalize(id: string): Reply {
    const upload = media.get(id);
    if (!upload || Buffer.concat(upload.chunks).length !== upload.size) return invalid('size');
    upload.complete = true;
    return {
      status: 200,
      json: { data: { id, media_key: `3_${id}`, size: upload.size, expires_after_secs: 86400 } },
    };
  }

  function describe(body: { id: string; metadata: { alt_text: { text: string } } }): Reply {
    const upload = media.get(body.id);
    if (!upload || body.metadata.alt_text.text.length > 1000) return invalid('metadata');
    upload.alt = body.metadata.alt_text.text;
    return { status: 200, json: { data: { id: body.id, associated_metadata: body.metadata } } };
  }

  function post(body: XStandIn['posts'][number]): Reply {
    if (body.media?.media_ids.some((id) => !media.get(id)?.complete)) return invalid('media ids');
    if (posts.some(({ text }) => text === body.text)) {
      const detail = 'You are not allowed to create a Tweet with duplicate content.';
      return { status: 403, json: { type: 'about:blank', title: 'Forbidden', status: 403, detail } };
    }
    posts.push(body);
    return { status: 201, json: { data: { id: '1445880548472328192', text: body.text } } };
  }

  const server = await standIn(answer);
  return Object.assign(server, { config: { ...keys, baseUrl: server.url }, media, posts });
}

const json = (call: Call) => {
  if (!call.headers['content-type']?.startsWith('application/json')) throw new Error('not JSON');
  return JSON.parse(call.body.toString());
};

const invalid = (what: string): Reply => ({
  status: 400,
  json: { title: 'Invalid Request', detail: `Invalid ${what}`, errors: [{ message: `Invalid ${what}` }] },
});

function signatureComplaint(
  { method, path, query, headers }: Call,
  origin: string,
  keys: Omit<XConfig, 'baseUrl'>,
  nonces: Set<string>,
): string | undefined {
  const given = new Map(
    [...(headers.authorization ?? '').matchAll(/(oauth_\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      decodeURIComponent(value),
    ]),
  );
  const signature = given.get('oauth_signature');
  given.delete('oauth_signature');
  if (given.get('oauth_consumer_key') !== keys.apiKey) return 'Unknown app';
  if (given.get('oauth_token') !== keys.accessToken) return 'Unknown user';
  if (Math.abs(Number(given.get('oauth_timestamp')) - Date.now() / 1000) > 300)
    return 'Timestamp out of bounds';
  const nonce = given.get('oauth_nonce') ?? '';
  if (!nonce || nonces.has(nonce)) return 'Nonce used';
  nonces.add(nonce);
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!*'()]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const parameters = [...given, ...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const base = [method, encode(origin + path), encode(parameters)].join('&');
  const expected = createHmac('sha1', `${encode(keys.apiSecret)}&${encode(keys.accessSecret)}`).update(base);
  return expected.digest('base64') === signature ? undefined : 'Could not authenticate you';
}
