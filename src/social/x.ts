import type { ITwitterApiClientPlugin } from 'twitter-api-v2';
import { outgoing } from '../outgoing/client.ts';
import { OutgoingRefusal } from '../outgoing/refusal.ts';
import { attempts, type Refusal } from './failure.ts';
import { picturesFit } from './fit-image.ts';
import type { Outside, Posted, Share } from './networks.ts';
import { altText, xText } from './text.ts';

export type XConfig = {
  apiKey: string;
  apiSecret: string;
  accessToken: string;
  accessSecret: string;
  baseUrl?: string;
};

const LARGEST_PICTURE = 5_000_000;
const LONGEST_ALT = 1000;

export async function shareOnX(
  config: XConfig,
  share: Share,
  signal: AbortSignal,
  outside: Outside = {},
): Promise<Posted> {
  picturesFit('X', share.images, LARGEST_PICTURE);
  const { TwitterApi, ApiResponseError } = await import('twitter-api-v2');
  const base = new URL(config.baseUrl ?? 'https://api.x.com');
  const client = outgoing({ to: base.origin, ...outside });
  const attempt = attempts(
    {
      name: 'X',
      credentials: 'X_API_KEY, X_API_SECRET, X_ACCESS_TOKEN and X_ACCESS_SECRET',
      address: 'X_BASE_URL',
      secrets: [config.apiKey, config.apiSecret, config.accessToken, config.accessSecret],
      refusal(error): Refusal | undefined {
        if (!(error instanceof ApiResponseError)) return undefined;
        return {
          status: error.code,
          said: reasonIn(String(error.data)),
          header: (name) => error.headers[name]?.toString(),
        };
      },
    },
    signal,
  );
  const { v2 } = new TwitterApi(
    {
      appKey: config.apiKey,
      appSecret: config.apiSecret,
      accessToken: config.accessToken,
      accessSecret: config.accessSecret,
    },
    // Uncompressed, because the library does not listen to the errors of its decompressors and would end the process.
    { httpAgent: client.agent, compression: 'identity', plugins: [sendTo(base, signal)] },
  );
  try {
    const mediaIds: string[] = [];
    for (const image of share.images) {
      mediaIds.push(
        await attempt('picture', async () => {
          const id = await v2.uploadMedia(image.bytes, { media_type: image.type as 'image/jpeg' });
          const text = altText(image.alt, LONGEST_ALT);
          if (text) await v2.createMediaMetadata(id, { alt_text: { text } });
          return id;
        }),
      );
    }
    return await attempt('post', async () => {
      const [first, ...rest] = mediaIds;
      const { data } = await v2.tweet({
        text: xText(share.title, share.link),
        ...(first && { media: { media_ids: [first, ...rest] as [string] } }),
      });
      if (!/^\d+$/.test(data.id)) throw new TypeError('X gave no id for the post');
      return { url: `https://x.com/i/web/status/${data.id}` };
    });
  } finally {
    client.close();
  }
}

function reasonIn(body: string): unknown {
  try {
    const { detail, errors, title } = JSON.parse(body);
    return detail ?? errors?.[0]?.message ?? title;
  } catch {
    return undefined;
  }
}

function sendTo(base: URL, signal: AbortSignal): ITwitterApiClientPlugin {
  return {
    onBeforeRequestConfig({ url, params }) {
      params.url = base.origin + url.pathname + url.search;
      // Answers are parsed here, because some that the library does not expect throw where nothing can catch it.
      params.forceParseMode = 'text';
    },
    onBeforeRequest({ requestOptions }) {
      requestOptions.signal = signal;
    },
    onAfterRequest({ response }) {
      response.data = JSON.parse(response.data || 'null');
    },
    onRequestError({ error }) {
      // The library's own error forgets why a connection broke.
      if ('requestError' in error && error.requestError instanceof OutgoingRefusal) throw error.requestError;
      if (!('response' in error)) throw error.request.socket?.errored ?? new ConnectionClosed();
    },
  };
}

class ConnectionClosed extends Error {
  readonly code = 'ECONNRESET';
}
