import { OutgoingRefusal } from '../../../platform/outgoing/refusal.ts';
import { installGuardedFetch } from './guarded-fetch.ts';
import { type FediverseKeys, mainKeyId } from './keys.ts';

export type Answer =
  /** Of the other server. */
  | { status: number; retryAfter: string | null }
  /** There was none. */
  | { status: null; error: string };

/** Sends an activity to an inbox, signed by the blog. */
export type Sender = (inbox: string, body: string) => Promise<Answer>;

const specs = ['draft-cavage-http-signatures-12', 'rfc9421'] as const;
/** What servers answer to a signature that they do not understand. */
const isSignatureRefused = (status: number): boolean => status === 400 || status === 401;

export async function openSender(options: {
  actor: string;
  keys: FediverseKeys;
  userAgent: string;
  strangers: readonly string[];
}): Promise<Sender> {
  const client = installGuardedFetch(options.strangers);
  const { importJwk, signRequest } = await import('@fedify/fedify/sig');
  const privateKey = await importJwk(options.keys.rsa, 'private');
  const keyId = new URL(mainKeyId(options.actor));

  const post = async (inbox: string, body: string, spec: (typeof specs)[number]): Promise<Response> => {
    const bytes = new TextEncoder().encode(body);
    const request = new Request(inbox, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': 'application/activity+json', 'user-agent': options.userAgent },
    });
    return client.fetch(await signRequest(request, privateKey, keyId, { spec, body: bytes.buffer }));
  };

  return async (inbox, body) => {
    try {
      const first = await once(() => post(inbox, body, specs[0]));
      // Draft 12 comes first, because some servers answer 202 to RFC 9421 and drop the activity.
      const response = isSignatureRefused(first.status) ? await post(inbox, body, specs[1]) : first;
      const status = isSignatureRefused(response.status) ? first.status : response.status;
      return { status, retryAfter: response.headers.get('retry-after') };
    } catch (error) {
      return { status: null, error: reasonOf(error) };
    }
  };
}

/** Again at once when the server had just closed the connection that was to be used again. */
async function once(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (!['ECONNRESET', 'EPIPE'].includes(codeOf(error))) throw error;
    return send();
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** In a few words, for the owner. */
function reasonOf(error: unknown): string {
  if (error instanceof OutgoingRefusal) return error.message;
  return codeOf(error) || (error instanceof Error ? error.message : String(error));
}
