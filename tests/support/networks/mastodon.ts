import type { MastodonConfig } from '../../../src/social/mastodon.ts';
import { type Call, multipart, type Reply, type StandIn, standIn } from './stand-in.ts';

export type MastodonStandIn = StandIn & {
  config: MastodonConfig;
  media: { bytes: Buffer; type: string | undefined; description: string | undefined; pollsLeft: number }[];
  posts: { status: string; media_ids: string[]; key: string | undefined }[];
  /** Number of polls until an image is ready; with 0 the upload is answered with 200 instead of 202. */
  processing: number;
  instance: unknown;
};

export async function mastodonStandIn(): Promise<MastodonStandIn> {
  const token = 'mastodon-secret-token';
  const state: Pick<MastodonStandIn, 'media' | 'posts' | 'processing' | 'instance'> = {
    media: [],
    posts: [],
    processing: 0,
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
    return { status: 404, json: { error: 'Record not found' } };
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
    const { status, media_ids } = JSON.parse(body.toString());
    const key = headers['idempotency-key'] as string | undefined;
    let index = state.posts.findIndex((earlier) => key && earlier.key === key);
    if (index < 0) index = state.posts.push({ status, media_ids, key }) - 1;
    return {
      status: 200,
      json: { id: String(index), url: `${origin}/@blog/${index}`, uri: `${origin}/s/${index}` },
    };
  }

  const server = await standIn(answer);
  return Object.assign(state, server, { config: { url: server.url, token } });
}
