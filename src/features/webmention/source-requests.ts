import type { Outgoing } from '../../platform/outgoing/client.ts';
import { StatusError } from '../../platform/outgoing/failure.ts';
import { OutgoingRefusal } from '../../platform/outgoing/refusal.ts';
import { endpointInHeader, endpointInHtml } from './reading/find-endpoint.ts';

/** What a page has before its endpoint; the rest is not read. */
const pageBytes = 1024 * 1024;
const discoveryMs = 20_000;
/** Some receivers verify the mention before they answer. */
const notifyMs = 30_000;
const maxRedirects = 5;

/** Asks a page for its Webmention endpoint, following redirects; null when it names none. */
export async function discoverEndpoint(
  client: Outgoing,
  target: URL,
  stop: AbortSignal,
): Promise<URL | null> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(discoveryMs)]);
  let page = target;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const headers = new Headers({ accept: 'text/html, application/xhtml+xml, */*;q=0.1' });
    const answer = await client.stream(checked(page), { method: 'GET', headers, signal });
    try {
      const location = answer.headers.get('location');
      if (isRedirect(answer.status) && location) {
        page = redirected(location, page);
        continue;
      }
      if (answer.status < 200 || answer.status > 299)
        throw new StatusError(`The page answered with status ${answer.status}.`, answer);
      const inHeader = endpointInHeader(answer.headers.get('link'), page);
      if (inHeader) return inHeader;
      const type = answer.headers.get('content-type') ?? 'text/html';
      if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return null;
      return endpointInHtml(await firstText(answer.body, pageBytes), page);
    } finally {
      answer.body.destroy();
    }
  }
  throw new OutgoingRefusal('EREDIRECT', 'The server redirects this request too often.');
}

/**
 * Tells the endpoint. Its response is not read. A redirect is followed with the same request, except for 303, which says that the
 * request was accepted and where its result is.
 */
export async function notifyEndpoint(
  client: Outgoing,
  endpoint: URL,
  { source, target }: { source: string; target: string },
  stop: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(notifyMs)]);
  const body = new TextEncoder().encode(new URLSearchParams({ source, target }).toString());
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
  let next = endpoint;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const answer = await client.stream(checked(next), { method: 'POST', headers, body, signal });
    answer.body.destroy();
    const { status } = answer;
    if ((status >= 200 && status <= 299) || status === 303) return;
    const location = answer.headers.get('location');
    if (!isRedirect(status) || !location)
      throw new StatusError(`The receiver answered with status ${status}.`, answer);
    next = redirected(location, next);
  }
  throw new OutgoingRefusal('EREDIRECT', 'The server redirects this request too often.');
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

function redirected(location: string, from: URL): URL {
  const url = URL.parse(location, from.href);
  if (!url) throw new OutgoingRefusal('EREDIRECT', 'The server redirects to something that is no URL.');
  return url;
}

/** Credentials in a URL would be sent along. */
function checked(url: URL): URL {
  if (url.username || url.password)
    throw new OutgoingRefusal('EELSEWHERE', 'The URL contains a user name or a password.');
  return url;
}

async function firstText(body: AsyncIterable<Buffer>, bytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= bytes) break;
  }
  return Buffer.concat(chunks).subarray(0, bytes).toString();
}
