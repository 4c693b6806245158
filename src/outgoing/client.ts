import { lookup } from 'node:dns';
import { type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { guardedAgents, type Limits } from './agents.ts';
import { addressList, isListed, isPublic } from './ip-addresses.ts';
import { OutgoingRefusal } from './refusal.ts';

export type OutgoingOptions = {
  /** The server that the owner configured, as http or https address. */
  to: string;
  /** Whether that server may name another one, which must be a public one on https. */
  elsewhere?: 'https';
  /** Private addresses and networks that the owner allows. */
  allow?: readonly string[];
  limits?: Partial<Limits>;
  /** How names are resolved; tests have names of their own. */
  resolve?: typeof lookup;
};

export type Outgoing = {
  /** As the global one, but guarded: redirects are refused, answers come whole and uncompressed. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** For libraries that make their requests themselves. */
  agent: HttpAgent;
  [Symbol.dispose](): void;
};

const limits: Limits = { connectMs: 5_000, silentMs: 15_000, totalMs: 30_000, answerBytes: 1024 * 1024 };

/**
 * The only way out to other servers: connects to public addresses alone, unless the owner named a private one; ends
 * what takes too long or answers too much; sends what it was given to nobody but the server that it was meant for.
 */
export function outgoing(options: OutgoingOptions): Outgoing {
  const own = new URL(options.to);
  const allowed = addressList([...(options.allow ?? []), ...namedByOwner(own)]);
  const agents = guardedAgents({
    limits: { ...limits, ...options.limits },
    resolve: options.resolve ?? lookup,
    mayConnect: (address) => isPublic(address) || isListed(allowed, address),
    mayAsk: (origin) => isOwn(origin, own) || (options.elsewhere === 'https' && isPlainHttps(origin)),
  });
  const agentFor = (url: URL) => (url.protocol === 'https:' ? agents.https : agents.http);
  return {
    agent: agentFor(own),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const url = new URL(request.url);
      if (!['http:', 'https:'].includes(url.protocol))
        throw new OutgoingRefusal('EELSEWHERE', 'Only http and https addresses are asked.');
      return send(request, url, agentFor(url));
    },
    [Symbol.dispose]: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** An address that the owner wrote down as such is meant, private or not. A name is whatever its owner says it is. */
function namedByOwner({ hostname }: URL): string[] {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost') return ['127.0.0.0/8', '::1'];
  return isIP(host) === 0 ? [] : [host];
}

const isOwn = (origin: URL, own: URL): boolean => origin.origin === own.origin;
const isPlainHttps = (origin: URL): boolean => origin.protocol === 'https:' && origin.port === '';

async function send(request: Request, url: URL, agent: HttpAgent): Promise<Response> {
  const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
  const headers = new Headers(request.headers);
  // What is not packed cannot be larger than it looks.
  headers.set('accept-encoding', 'identity');
  if (body) headers.set('content-length', String(body.length));
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const sending = start(url, {
    method: request.method,
    headers: Object.fromEntries(headers),
    agent,
    signal: request.signal,
  });
  sending.on('error', reject);
  sending.on('response', (answer) => void whole(answer).then(resolve, reject));
  sending.end(body);
  return promise;
}

async function whole(answer: IncomingMessage): Promise<Response> {
  const status = answer.statusCode ?? 0;
  try {
    if (status >= 300 && status < 400)
      throw new OutgoingRefusal('EREDIRECT', 'The server wants to send this request elsewhere.');
    const encoding = answer.headers['content-encoding'];
    if (encoding && encoding !== 'identity')
      throw new OutgoingRefusal('EENCODED', 'The server packed its answer, which nobody asked for.');
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const headers = new Headers();
    for (const [name, values] of Object.entries(answer.headersDistinct))
      for (const value of values ?? []) headers.append(name, value);
    return new Response([204, 205].includes(status) ? null : Buffer.concat(chunks), { status, headers });
  } catch (error) {
    answer.destroy();
    throw error;
  }
}
