import { outgoing } from '../../../platform/outgoing/client.ts';
import { OutgoingRefusal } from '../../../platform/outgoing/refusal.ts';
import { type Form, signatureHeaders } from './http-signatures.ts';
import { type FediverseKeys, signingKey } from './keys.ts';

export type InboxAnswer =
  /** Of the other server. */
  | { status: number; retryAfter: string | null }
  /** There was none. */
  | { status: null; error: string };

/** Sends an activity to an inbox, signed by the blog. */
export type SendActivity = (inbox: string, body: string) => Promise<InboxAnswer>;

/** What servers answer to a signature that they do not understand. */
const isSignatureRefused = (status: number): boolean => status === 400 || status === 401;
const limits = { connectMs: 5_000, silentMs: 10_000, totalMs: 15_000, returnsRedirects: true };

export function openSender(options: {
  actor: string;
  keys: FediverseKeys;
  userAgent: string;
  strangers: readonly string[];
}): SendActivity {
  const client = outgoing({ to: null, elsewhere: 'web', strangers: options.strangers, limits });
  const key = signingKey(options.actor, options.keys);
  const unsigned = { 'content-type': 'application/activity+json', 'user-agent': options.userAgent };

  const post = (url: string, body: string, form: Form): Promise<Response> => {
    const message = { method: 'POST', url, headers: unsigned, body };
    const headers = { ...unsigned, ...signatureHeaders(message, key, { form, now: new Date() }) };
    return client.fetch(url, { method: 'POST', headers, body });
  };

  return async (inbox, body) => {
    try {
      const first = await once(() => post(inbox, body, 'draft12'));
      // Draft 12 comes first, because some servers answer 202 to RFC 9421 and drop the activity.
      const response = isSignatureRefused(first.status) ? await post(inbox, body, 'rfc9421') : first;
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
