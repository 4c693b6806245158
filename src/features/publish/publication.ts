import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { everythingTag, siteTag } from '../../platform/http/cache/reads.ts';
import type { PageAnswer, PageSource } from '../../platform/http/pages/page-source.ts';
import { linksIn } from './find-links.ts';
import type { Entry, Ledger } from './ledger.ts';
import { nginxMap, redirectPage, redirectsFile } from './redirect-files.ts';
import { copiedPath, isFile, isLeftOut, staticFile, staticUrl, withStaticLinks } from './static-paths.ts';
import { isText, type Target } from './targets/target.ts';

type PublicationOptions = {
  siteUrl: string;
  /** What the URLs of images begin with, where they are in an S3 bucket; published pages have them at /images/. */
  imagesUrl: string;
  /** The origin of the server that answers forms and calls: see `Copy`. */
  live: string | null;
  /** The site links to this path without having it. */
  missing?: (path: string) => void;
  signal?: AbortSignal | undefined;
};

/** What a public site has although no page links to it. */
export const unlinked = [
  '/',
  '/sitemap.xml',
  '/robots.txt',
  '/manifest.webmanifest',
  '/favicon.ico',
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
  '/.well-known/security.txt',
];
/** They exist on some sites only. */
const optional = new Set(['/favicon.svg', '/.well-known/security.txt']);

/** Web servers and hosts show it for paths that were not published. */
const notFoundFile = '404.html';
/** No post has this name. */
export const notFoundPath = '/post/!';

const imagesPath = '/images/';
const cardHash = /(?<=^\/card\/\w+-)[0-9a-f]{16}(?=\.png$)/;
const html = 'text/html; charset=utf-8';

/**
 * Publishes the public site as files: asks it for each path that is due, as a visitor does, and follows every link, so that no
 * link of a published page is broken. One file at a time is in memory; recordings and images not even that.
 */
export class Publication {
  readonly #source: PageSource;
  readonly #target: Target;
  readonly #ledger: Ledger;
  readonly #options: PublicationOptions;
  /** Files that were written or removed. */
  written = 0;

  constructor(source: PageSource, target: Target, ledger: Ledger, options: PublicationOptions) {
    this.#source = source;
    this.#target = target;
    this.#ledger = ledger;
    this.#options = options;
  }

  /** Publishes what is due, one path after another, until nothing is. `after` is called after each. */
  async run(after: () => Promise<void> | void = () => {}): Promise<void> {
    for (let entry = await this.#ledger.next(); entry; entry = await this.#ledger.next()) {
      await this.#publish(entry);
      await after();
    }
  }

  /** Writes what hosts read, after everything else. */
  async finish(): Promise<void> {
    const found = (await this.#ledger.redirects()).map(({ path, location }) => ({
      from: path,
      to: location,
    }));
    await this.#writeIfNew('_redirects', [...redirectsFile(found)].join(''));
    await this.#writeIfNew('redirects.map', [...nginxMap(found)].join(''));
    // GitHub Pages would leave out paths that begin with an underscore.
    await this.#writeIfNew('.nojekyll', '\n');
  }

  async #writeIfNew(file: string, text: string): Promise<void> {
    const before = (await this.#target.read?.(file))?.toString() ?? '';
    if (text !== before) await this.#write(file, [text], { type: 'text/plain; charset=utf-8' });
  }

  async #publish(entry: Entry): Promise<void> {
    this.#options.signal?.throwIfAborted();
    const { path } = entry;
    // A name with a content hash never gets other content; it may only disappear.
    const isUnchanging = entry.hash !== null && /^\/(?:images|assets|card)\//.test(path);
    // Any other hash leads to the card of now, which takes a hundredth of the time that drawing it takes.
    const asked = isUnchanging ? path.replace(cardHash, (hash) => '0'.repeat(hash.length)) : path;
    const answer = await this.#source.get(asked, { onlyHead: isUnchanging });
    const isNotFound = path === notFoundPath && answer.status === 404;
    if (isUnchanging && (asked === path ? answer.status === 200 : answer.location === path))
      return this.#ledger.done(entry, { ...entry, status: 200, location: null });
    if (answer.status === 200 || isNotFound) return this.#save(entry, answer);
    answer.body.resume();
    // The Markdown and the social card of a post: its page names those that it has now.
    const isOfPage = path.endsWith('.md') || path.startsWith('/card/');
    if (answer.location !== null && !isOfPage) return this.#redirect(entry, answer.location);
    if (answer.status >= 500) return this.#ledger.failed(entry);
    await this.#remove(entry);
    if (answer.status === 410 && !isOfPage) {
      await this.#ledger.done(entry, { ...nothing, tags: answer.tags, status: 410, location: null });
    } else {
      if (!optional.has(path) && !path.startsWith('/assets/')) this.#options.missing?.(path);
      await this.#ledger.gone(entry);
    }
  }

  async #save(entry: Entry, answer: PageAnswer): Promise<void> {
    const { type, cacheControl, tags, body } = answer;
    const { path } = entry;
    const isPage = type.startsWith('text/html');
    const file = path === notFoundPath ? notFoundFile : staticFile(path, isPage);
    if (file === null || (await this.#ledger.isTaken(file, path))) {
      body.resume();
      this.#options.missing?.(path);
      return this.#ledger.gone(entry);
    }
    if (entry.file !== file) await this.#remove(entry);
    const done = (written: string) =>
      this.#ledger.done(entry, {
        file,
        hash: written,
        tags: tags || entry.tags || everythingTag,
        status: 200,
        location: null,
      });
    if (path.startsWith(imagesPath)) {
      await this.#write(file, body, { type, cacheControl });
      return done('unchanging');
    }
    const text = isText(type) ? await this.#read(answer) : null;
    const bytes = text === null ? await buffer(body) : Buffer.from(isPage ? this.#withLinks(text) : text);
    const written = hash('sha256', bytes, 'base64url');
    if (written !== entry.hash) {
      // What it links to was found when the same text was written before.
      if (text !== null) await this.#follow(answer, text);
      await this.#write(file, [bytes], { type, cacheControl });
    }
    await done(written);
  }

  async #write(...file: Parameters<Target['write']>): Promise<void> {
    this.written++;
    await this.#target.write(...file);
  }

  async #remove({ file }: Entry): Promise<void> {
    if (file === null) return;
    this.written++;
    await this.#target.remove?.(file);
  }

  async #read({ body }: PageAnswer): Promise<string> {
    const { imagesUrl } = this.#options;
    const text = (await buffer(body)).toString();
    return imagesUrl === imagesPath ? text : text.replaceAll(imagesUrl, imagesPath);
  }

  #withLinks(html: string): string {
    return withStaticLinks(html, this.#options.siteUrl, this.#options.live);
  }

  /** What a text links to is published as well, files before the page that shows them. */
  async #follow({ type, tags }: PageAnswer, text: string): Promise<void> {
    const { live, siteUrl } = this.#options;
    const [plain = ''] = type.split(';', 1);
    const links = [...linksIn(plain, text)];
    if (/^(?:application|text)\/xml$/.test(plain))
      for (const [, url = ''] of text.matchAll(/<loc>([^<]*)<\/loc>/g))
        links.push(url.replaceAll('&amp;', '&'));
    const paths = links.map((url) => copiedPath(url, siteUrl)).filter((path) => path !== null);
    const posts = postsOf(tags);
    const found = await this.#ledger.find([...new Set(paths)].filter((path) => !isLeftOut(path, live)));
    for (const file of found)
      if (/^\/(?:images|assets|card)\//.test(file.path))
        await this.#publish({ ...file, tags: posts.join(' ') || siteTag });
    const images = paths.filter((path) => path.startsWith(imagesPath));
    if (posts[0] && posts.length === 1) await this.#ledger.depend(images, posts[0]);
  }

  /** Also as a small page at each path without a query, which works everywhere. */
  async #redirect(entry: Entry, location: string): Promise<void> {
    const { path } = entry;
    const { live, siteUrl } = this.#options;
    const copied = copiedPath(location, siteUrl);
    if (copied !== null && !isLeftOut(copied, live)) await this.#ledger.find([copied]);
    const to = copied === null ? location : staticUrl(copied);
    const named = path.includes('?') || isLeftOut(path, live) ? null : staticFile(path, !isFile(path));
    const file = named !== null && (await this.#ledger.isTaken(named, path)) ? null : named;
    if (entry.file !== file) await this.#remove(entry);
    const page = redirectPage(to, siteUrl);
    const written = file === null ? null : hash('sha256', page, 'base64url');
    if (file !== null && written !== entry.hash)
      await this.#write(file, [page], { type: html, redirect: to });
    await this.#ledger.done(entry, { file, hash: written, tags: '', status: 301, location: to });
  }
}

const nothing = { file: null, hash: null };

/** A file depends on the posts that show it: it disappears with the last of them. */
const postsOf = (tags: string): string[] => tags.split(' ').filter((tag) => tag.startsWith('post:'));
