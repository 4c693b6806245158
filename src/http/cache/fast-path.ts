import type { IncomingMessage, ServerResponse } from 'node:http';
import { redactPath, requestLogFields } from '../../operator/log.ts';
import type { Site } from '../context.ts';
import { prefersHtml } from '../discovery/accept.ts';
import { isNegotiated } from '../discovery/feeds.ts';
import { routeOf } from '../metrics/routes.ts';
import { type Asset, assetForm, assetHeaders } from '../pages/assets.ts';
import type { Target } from '../request/path.ts';
import { encodingFor } from './encoding.ts';
import { type CachedPage, encodingOf, isCurrent, keptHeaders } from './page-cache.ts';
import { asPage, cacheAddress } from './public-pages.ts';

/**
 * An answer that is made once and sent often. The head is as node:http takes it: name, value, name, value; the first value
 * is the request's id. A small body is a text of bytes, which node:http sends together with the head. `route` and `logFields`
 * are for the log.
 */
type Ready = { status: number; head: string[]; body: Buffer | string; route: string; logFields: string };

const smallBytes = 12 * 1024;

/**
 * What is in memory already is answered before anything else is looked at: files of the build and kept pages, with heads
 * that are made once. Whoever might be signed in, and whatever is not a plain reading, goes the long way.
 */
export function quickAnswers(options: {
  site: Site;
  assets: ReadonlyMap<string, Asset>;
  security: () => readonly [string, string][];
}): (request: IncomingMessage, response: ServerResponse, target: Target, id: string) => Ready | null {
  const { site, assets, security } = options;
  const sessionCookie = `${site.jar.sessionName}=`;
  const newAnswers = () => new WeakMap<CachedPage | Asset, Ready>();
  const answers = { identity: newAnswers(), br: newAnswers(), gzip: newAnswers(), known: newAnswers() };

  function ready(
    of: CachedPage | Asset,
    form: keyof typeof answers,
    path: string,
    headers: () => [string, string | number][],
    bytes: Buffer = nothing,
  ): Ready {
    const made = answers[form].get(of);
    if (made) return made;
    const status = form === 'known' ? 304 : 200;
    const answer = {
      status,
      // A document for other sites says so in place of the site's own policy.
      head: [...new Map([['x-request-id', ''], ...security(), ...headers()])].flat().map(String),
      body: bytes.length > smallBytes ? bytes : bytes.toString('latin1'),
      route: routeOf(path),
      logFields: requestLogFields('GET', redactPath(path), status),
    };
    answers[form].set(of, answer);
    return answer;
  }

  return (request, response, { path, search }, id) => {
    if (request.method !== 'GET') return null;
    const asset = search ? undefined : assets.get(path);
    const page = asset ? undefined : keptPage(site, request, path, search);
    if (!asset && !page) return null;

    const { cookie, accepted, known, since } = wanted(request.rawHeaders);
    if (asset) {
      const form = assetForm(asset, encodingFor(accepted));
      const answer = ready(asset, form.encoding, path, () => assetHeaders(asset, form), form.bytes);
      return write(response, answer, id);
    }
    if (!page || cookie.includes(sessionCookie)) return null;
    if (isCurrent(page, known, since)) {
      const answer = ready(page, 'known', path, () => keptHeaders(page));
      return write(response, answer, id);
    }
    const encoding = encodingOf(page, encodingFor(accepted));
    const bytes = page.forms[encoding];
    // The first who wants it like this waits until it is made.
    if (!bytes) return null;
    const answer = ready(page, encoding, path, () => keptHeaders(page, { encoding, bytes }), bytes);
    return write(response, answer, id);
  };
}

const nothing = Buffer.alloc(0);

function keptPage(
  site: Site,
  request: IncomingMessage,
  path: string,
  search: string,
): CachedPage | undefined {
  if (!site.pages) return undefined;
  if (isNegotiated(path)) return site.pages.kept(prefersHtml(request.headers.accept) ? path + asPage : path);
  // The address of a page is mostly the one that is asked for; parameters need a closer look.
  if (!search) return site.pages.kept(path);
  const url = path + search;
  if (!URL.canParse(url, 'http://localhost')) return undefined;
  const address = cacheAddress(new URL(url, 'http://localhost'));
  return address === null ? undefined : site.pages.kept(address);
}

/** The few headers that matter here; reading all of them into an object costs more than the rest of an answer. */
function wanted(raw: readonly string[]): {
  cookie: string;
  accepted: string | undefined;
  known: string | undefined;
  since: string | undefined;
} {
  let cookie = '';
  let accepted: string | undefined;
  let known: string | undefined;
  let since: string | undefined;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string;
    const value = raw[at + 1] as string;
    // Most names are told apart by their length.
    if (name.length === 6 && name.toLowerCase() === 'cookie') cookie += `${value};`;
    else if (name.length === 15 && name.toLowerCase() === 'accept-encoding')
      accepted = accepted === undefined ? value : `${accepted}, ${value}`;
    else if (name.length === 13 && name.toLowerCase() === 'if-none-match')
      known = known === undefined ? value : `${known}, ${value}`;
    else if (name.length === 17 && name.toLowerCase() === 'if-modified-since') since ??= value;
  }
  return { cookie, accepted, known, since };
}

function write(response: ServerResponse, answer: Ready, id: string): Ready {
  answer.head[1] = id;
  response.writeHead(answer.status, answer.head);
  response.end(answer.body, 'latin1');
  return answer;
}
