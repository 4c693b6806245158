import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Blog } from '../../../platform/blog.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { fetchPublic } from '../../../platform/outgoing/fetch-public.ts';
import { keyedHash } from '../../../platform/process/keyed-hash.ts';

type Client = { name: string; url: string; redirectUris: readonly string[] };

const isLoopback = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** A page of the app, an address of this machine, or an app that the system knows by a scheme of its own. */
const mayRedirectTo = (uri: string): boolean => {
  const url = URL.parse(uri);
  if (url?.hash !== '' || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return isLoopback(url);
  return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)*:$/.test(url.protocol) && !ofSystem.has(url.protocol.slice(0, -1));
};
const ofSystem = new Set(
  'javascript data vbscript file blob about ftp ws wss mailto tel sms intent view-source'.split(' '),
);

const invalid = (message: string) => new Problem('invalid', message);

const metadata = z.object({
  client_id: z.string(),
  client_name: z.string().max(200).optional(),
  client_uri: z.string().max(2000).optional(),
  redirect_uris: z.array(z.string().max(2000)).max(20).default([]),
});

/** The app of a `client_id`: signed by us when it registered, or the URL of a document about itself. */
export async function clientOf(blog: Blog, clientId: string): Promise<Client> {
  const registered = registeredClient(blog, clientId);
  if (registered) return registered;
  const url = URL.parse(clientId);
  if (!url || !isClientUrl(url))
    throw invalid('The client_id is not the URL of an app, and not registered here.');
  const own: Client = { name: url.host, url: url.href, redirectUris: [] };
  // An app on this machine has no page that we could read.
  if (isLoopback(url)) return own;
  try {
    const { bytes, type } = await fetchPublic(url, {
      accept: 'application/json, text/html;q=0.9',
      maxBytes: 512 * 1024,
      totalMs: 5_000,
      strangers: blog.outgoingStrangers,
    });
    return {
      ...own,
      ...(/json/.test(type) ? fromJson(clientId, bytes.toString()) : fromHtml(url, bytes.toString())),
    };
  } catch (error) {
    if (error instanceof Problem) throw error;
    // An app whose page cannot be read may still redirect to its own host.
    return own;
  }
}

/** The rules of IndieAuth for identifiers of clients. */
const isClientUrl = (url: URL): boolean =>
  (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) &&
  url.hash === '' &&
  url.username === '' &&
  url.password === '' &&
  !/\/\.{1,2}(\/|$)/.test(url.pathname);

function fromJson(clientId: string, text: string): Partial<Client> {
  const parsed = metadata.safeParse(JSON.parse(text));
  if (!parsed.success || parsed.data.client_id !== clientId)
    throw invalid('The document of this app names another client_id.');
  const { client_name, redirect_uris } = parsed.data;
  return { ...(client_name && { name: client_name }), redirectUris: redirect_uris };
}

/** Of older apps, whose page links to where they may be redirected. */
function fromHtml(base: URL, html: string): Partial<Client> {
  const links = [...html.slice(0, 100_000).matchAll(/<link\b[^<>]*>/gi)].map(([tag]) => tag);
  const redirectUris = links.flatMap((tag) => {
    const [, rel = ''] = /\brel\s*=\s*["']?([^"'>]{0,200})/i.exec(tag) ?? [];
    const isRedirect = /\bredirect_uri\b/i.test(rel);
    const [, href] = /\bhref\s*=\s*["']([^"']{1,2000})["']/i.exec(tag) ?? [];
    const url = isRedirect && href ? URL.parse(href, base) : null;
    return url ? [url.href] : [];
  });
  const [, title] = /<title[^<>]*>([^<]{1,200})/i.exec(html) ?? [];
  return { redirectUris, ...(title?.trim() && { name: title.trim() }) };
}

/**
 * Exactly one that the app has named, or below the host of its URL. The port of an app on this machine is chosen when it starts,
 * so that it does not count.
 */
export function checkRedirect({ redirectUris, url }: Client, redirectUri: string): void {
  if (!mayRedirectTo(redirectUri))
    throw invalid('Apps can only be redirected to https, to this machine, or to their own scheme.');
  const asked = new URL(redirectUri);
  const isNamed = redirectUris.some((uri) => {
    if (uri === redirectUri) return true;
    const named = URL.parse(uri);
    return named && isLoopback(named) && isLoopback(asked) && withoutPort(named) === withoutPort(asked);
  });
  const isOwn = URL.canParse(url) && asked.origin !== 'null' && new URL(url).origin === asked.origin;
  if (!isNamed && !isOwn) throw invalid('The app has not named this redirect_uri as its own.');
}

const withoutPort = (url: URL): string => `${url.protocol}//${url.hostname}${url.pathname}${url.search}`;

const signature = (blog: Blog, payload: string): string =>
  keyedHash(blog.keys.csrf, `client of apps ${payload}`);

/** Apps may register, as those of MCP do. What they say is signed and becomes their `client_id`, so that nothing is stored. */
export function registerClient(blog: Blog, body: unknown) {
  const parsed = metadata.omit({ client_id: true }).safeParse(body);
  if (!parsed.success)
    throw invalid('The app has not said what it is called and where it may be redirected.');
  const { client_name = 'An app', redirect_uris } = parsed.data;
  if (redirect_uris.length === 0 || redirect_uris.length > 5 || !redirect_uris.every(mayRedirectTo))
    throw invalid('Name one to five redirect_uris: https, this machine, or a scheme of the app.');
  const payload = Buffer.from(JSON.stringify([client_name, redirect_uris])).toString('base64url');
  if (payload.length > 3000) throw invalid('The redirect_uris are too long.');
  return {
    client_id: `${payload}.${signature(blog, payload)}`,
    client_name,
    redirect_uris,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

function registeredClient(blog: Blog, clientId: string): Client | null {
  const [payload = '', given = ''] = clientId.split('.');
  const expected = signature(blog, payload);
  if (given.length !== expected.length || !timingSafeEqual(Buffer.from(given), Buffer.from(expected)))
    return null;
  const [name, redirectUris] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [string, string[]];
  return { name, url: '', redirectUris };
}
