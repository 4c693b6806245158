import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A webmention that a receiver accepted, and what it found when it asked for the source. */
export type Received = {
  /** The path of the endpoint, with its query. */
  endpoint: string;
  source: string;
  target: string;
  status: number;
  /** The links of the source to this receiver, as paths. */
  links: string[];
};

export type Page = { headers?: [string, string | string[]][]; head?: string; body?: string };
type Handle = (request: IncomingMessage, response: ServerResponse, path: string) => unknown;

export type WebmentionReceiver = {
  url: string;
  received: Received[];
  /** Requests that are no webmentions, or went to a wrong endpoint. */
  mistakes: string[];
  /** Method and path of every request. */
  requests: string[];
  /** What answers a request instead of the usual pages and endpoints. */
  handle: Handle | null;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Behaves as the pages and endpoints of webmention.rocks do, according to their descriptions. */
export async function webmentionReceiver(): Promise<WebmentionReceiver> {
  const keys = new Set<string>();
  const newKey = () => {
    const key = randomUUID();
    keys.add(key);
    return key;
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    receiver.requests.push(`${request.method} ${path}`);
    if (receiver.handle?.(request, response, path)) return;
    const answered = request.method === 'POST' ? accept(request, response, path) : show(response, path);
    Promise.resolve(answered).catch((error: unknown) => {
      receiver.mistakes.push(`${request.method} ${path}: ${error}`);
      response.writeHead(400).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pages = pagesOf(url);

  function show(response: ServerResponse, path: string): void {
    const [, step23] = /^\/test\/23\/page(?:\/([\w-]+))?$/.exec(path) ?? [];
    if (path === '/test/23/page') {
      response.writeHead(302, { location: `page/${newKey()}` }).end();
      return;
    }
    if (step23 !== undefined) {
      if (!keys.delete(step23)) {
        response.writeHead(410).end('Code expired');
        return;
      }
      const endpoint = `webmention-endpoint/${newKey()}`;
      response.setHeader('Link', `<${endpoint}>; rel=webmention`).setHeader('Content-Type', 'text/html');
      response.end(`<a rel="webmention" href="${endpoint}">webmention endpoint</a>`);
      return;
    }
    const page = pages[path];
    if (!page) {
      response.writeHead(404).end();
      return;
    }
    for (const [name, value] of page.headers ?? []) response.setHeader(name, value);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html><head>${page.head ?? ''}</head><body>${page.body ?? ''}</body></html>`,
    );
  }

  async function accept(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const source = form.get('source') ?? '';
    const target = form.get('target') ?? '';
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded')
      throw new Error(`content type ${request.headers['content-type']}`);
    if ([...form.keys()].join() !== 'source,target') throw new Error(`fields ${[...form.keys()]}`);
    if (!target.startsWith(`${url}/`)) throw new Error(`target ${target}`);
    if (path.includes('/error')) throw new Error('wrong endpoint');
    const key = /^\/test\/23\/page\/webmention-endpoint\/([\w-]+)$/.exec(path)?.[1];
    if (key !== undefined && !keys.delete(key)) throw new Error('the key was used before');
    const answer = await fetch(source);
    const html = await answer.text();
    const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)]
      .map(([, href = '']) => href.replaceAll('&amp;', '&'))
      .filter((href) => href.startsWith(`${url}/`))
      .map((href) => href.slice(url.length));
    receiver.received.push({ endpoint: path, source, target, status: answer.status, links });
    response.writeHead(202).end();
  }

  const receiver: WebmentionReceiver = {
    url,
    received: [],
    mistakes: [],
    requests: [],
    handle: null,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

const link = (href: string, rel = 'webmention') => `<link rel="${rel}" href="${href}">`;
const anchor = (href: string) => `<a href="${href}" rel="webmention">endpoint</a>`;
const inHeader = (value: string | string[], name = 'Link'): Page => ({ headers: [[name, value]] });

/** The 23 pages of discovery, by their descriptions at https://webmention.rocks/, and those of updates and deletions. */
function pagesOf(url: string): Record<string, Page> {
  const endpoint = (n: number) => `/test/${n}/webmention`;
  const error = (n: number) => `/test/${n}/webmention/error`;
  return {
    '/test/1': inHeader(`<${endpoint(1)}>; rel=webmention`),
    '/test/2': inHeader(`<${url}${endpoint(2)}>; rel=webmention`),
    '/test/3': { head: link(endpoint(3)) },
    '/test/4': { head: `<link href="${url}${endpoint(4)}" rel="webmention">` },
    '/test/5': { body: anchor(endpoint(5)) },
    '/test/6': { body: anchor(url + endpoint(6)) },
    '/test/7': inHeader(`<${url}${endpoint(7)}>; rel=webmention`, 'LinK'),
    '/test/8': inHeader(`<${url}${endpoint(8)}>; rel="webmention"`),
    '/test/9': { head: link(url + endpoint(9), 'webmention somethingelse') },
    '/test/10': inHeader(`<${url}${endpoint(10)}>; rel="webmention somethingelse"`),
    '/test/11': {
      ...inHeader(`<${endpoint(11)}>; rel="webmention"`),
      head: link(error(11)),
      body: anchor(error(11)),
    },
    '/test/12': { head: link(error(12), 'not-webmention'), body: anchor(endpoint(12)) },
    '/test/13': { body: `<!-- ${anchor(error(13))} --> ${anchor(endpoint(13))}` },
    '/test/14': {
      body: `<code>&lt;a href="${error(14)}" rel="webmention"&gt;&lt;/a&gt;</code> ${anchor(endpoint(14))}`,
    },
    '/test/15': { head: link('') },
    '/test/16': { body: `${anchor(endpoint(16))} ${link(error(16))}` },
    '/test/17': { body: `${link(endpoint(17))} ${anchor(error(17))}` },
    '/test/18': inHeader([`<${url}${error(18)}>; rel="other"`, `<${url}${endpoint(18)}>; rel="webmention"`]),
    '/test/19': inHeader(`<${url}${error(19)}>; rel="other", <${url}${endpoint(19)}>; rel="webmention"`),
    '/test/20': { body: `<link rel="webmention"> ${anchor(endpoint(20))}` },
    '/test/21': { head: link(`${endpoint(21)}?query=yes`) },
    '/test/22': { head: link('22/webmention') },
    '/update/1': { head: link('/update/1/part/1/webmention') },
    '/update/1/part/2': { head: link('/update/1/part/2/webmention') },
    '/update/2': { head: link('/update/2/part/1/webmention') },
    '/update/2/part/2': { head: link('/update/2/part/2/webmention') },
    '/delete/1': { head: link('/delete/1/webmention') },
  };
}

/** Where each page of discovery expects its webmention; that of page 23 ends with a key. */
export const discoveryEndpoints: Record<string, string> = {
  ...Object.fromEntries(
    Array.from({ length: 22 }, (_, index) => [`/test/${index + 1}`, `/test/${index + 1}/webmention`]),
  ),
  '/test/15': '/test/15',
  '/test/21': '/test/21/webmention?query=yes',
  '/test/23/page': '/test/23/page/webmention-endpoint/KEY',
};
