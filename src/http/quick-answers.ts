import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Asset, assetForm, assetHeaders } from './assets.ts';
import type { Site } from './context.ts';
import { encodingFor } from './encoding.ts';
import { type CachedPage, isKnown, keptHeaders } from './page-cache.ts';
import { cacheAddress } from './public-pages.ts';

/** A head that is made once and sent often, as node:http takes it: name, value, name, value. The first value is the request's id. */
type Head = string[];

/**
 * What is in memory already is answered before anything else is looked at: files of the build and kept pages, with heads
 * that are made once. Whoever might be signed in, and whatever is not a plain reading, goes the long way.
 */
export function quickAnswers(options: {
  site: Site;
  assets: ReadonlyMap<string, Asset>;
  security: () => readonly [string, string][];
}): (request: IncomingMessage, response: ServerResponse, id: string) => number | null {
  const { site, assets, security } = options;
  const sessionCookie = `${site.jar.sessionName}=`;
  const newHeads = () => new WeakMap<CachedPage | Asset, Head>();
  const heads = { identity: newHeads(), br: newHeads(), gzip: newHeads(), known: newHeads() };

  function headOf(
    of: CachedPage | Asset,
    form: keyof typeof heads,
    headers: () => [string, string | number][],
  ): Head {
    const made = heads[form].get(of);
    if (made) return made;
    const head = [['x-request-id', ''], ...security(), ...headers()].flat().map(String);
    heads[form].set(of, head);
    return head;
  }

  return (request, response, id) => {
    if (request.method !== 'GET') return null;
    const url = request.url ?? '/';
    const asset = assets.get(url);
    const page = asset ? undefined : keptPage(site, url);
    if (!asset && !page) return null;

    const { cookie, accepted, known } = wanted(request.rawHeaders);
    if (asset) {
      const form = assetForm(asset, encodingFor(accepted));
      const head = headOf(asset, form.encoding, () => assetHeaders(asset, form));
      return write(response, 200, head, id, form.bytes);
    }
    if (!page || cookie.includes(sessionCookie)) return null;
    if (isKnown(known, page.etag))
      return write(
        response,
        304,
        headOf(page, 'known', () => keptHeaders(page, null)),
        id,
      );
    const encoding = encodingFor(accepted);
    const head = headOf(page, encoding, () => keptHeaders(page, encoding));
    return write(response, 200, head, id, page.forms[encoding]);
  };
}

function keptPage(site: Site, url: string): CachedPage | undefined {
  if (!site.pages) return undefined;
  // The address of a page is mostly the one that is asked for; parameters need a closer look.
  if (!url.includes('?')) return site.pages.kept(url);
  if (!URL.canParse(url, 'http://localhost')) return undefined;
  const address = cacheAddress(new URL(url, 'http://localhost'));
  return address === null ? undefined : site.pages.kept(address);
}

/** The few headers that matter here; reading all of them into an object costs more than the rest of an answer. */
function wanted(raw: readonly string[]): {
  cookie: string;
  accepted: string | undefined;
  known: string | undefined;
} {
  let cookie = '';
  let accepted: string | undefined;
  let known: string | undefined;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string;
    const value = raw[at + 1] as string;
    // Most names are told apart by their length.
    if (name.length === 6 && name.toLowerCase() === 'cookie') cookie += `${value};`;
    else if (name.length === 15 && name.toLowerCase() === 'accept-encoding')
      accepted = accepted === undefined ? value : `${accepted}, ${value}`;
    else if (name.length === 13 && name.toLowerCase() === 'if-none-match')
      known = known === undefined ? value : `${known}, ${value}`;
  }
  return { cookie, accepted, known };
}

function write(response: ServerResponse, status: number, head: Head, id: string, bytes?: Buffer): number {
  head[1] = id;
  response.writeHead(status, head);
  response.end(bytes);
  return status;
}
