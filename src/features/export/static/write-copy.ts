import { text } from 'node:stream/consumers';
import { linksIn } from './find-links.ts';
import type { CopyWriter } from './folder-writer.ts';
import type { PageAnswer, PageSource } from './page-source.ts';
import { redirectPage, redirectsFile, type StaticRedirect } from './redirect-files.ts';
import { copiedPath, isFile, isLeftOut, staticFile, staticUrl, withStaticLinks } from './static-paths.ts';

type CopyOptions = {
  siteUrl: string;
  /** What the URLs of images begin with, where they are in an S3 bucket; the copy has them at /images/. */
  imagesUrl: string;
  /** Paths that lead elsewhere, or nowhere any more. */
  redirectsFrom: AsyncIterable<string>;
  signal?: AbortSignal | undefined;
  progress?: (done: number, known: number) => void;
};

/** What a public site has although no page links to it. */
const unlinked = [
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

const imagesPath = '/images/';
const isText = (type: string): boolean =>
  type.startsWith('text/') || /\b(?:xml|json|javascript)$|\+(?:xml|json)$/.test(type);
const isCompressed = (type: string): boolean => /^(?:image\/(?!svg)|font\/|audio\/|video\/)/.test(type);

/**
 * Copies the public site: begins with its front page and sitemap and follows every link, so that no link of the copy is
 * broken. In memory are the paths, and one page at a time. Returns the paths that the site itself links to without having them.
 */
export async function writeCopy(
  source: PageSource,
  writer: CopyWriter,
  options: CopyOptions,
): Promise<{ missing: string[]; files: number }> {
  const copy = new Copy(source, writer, options);
  await copy.follow();
  await copy.notFound();
  await copy.redirects();
  // GitHub Pages would leave out paths that begin with an underscore.
  await copy.write('.nojekyll', ['']);
  return { missing: copy.missing, files: copy.files.size };
}

class Copy {
  readonly missing: string[] = [];
  readonly files = new Set<string>();
  readonly #source: PageSource;
  readonly #writer: CopyWriter;
  readonly #options: CopyOptions;
  /** Every path that was ever found, in the order in which they are copied. */
  readonly #paths = new Set<string>(unlinked);

  constructor(source: PageSource, writer: CopyWriter, options: CopyOptions) {
    this.#source = source;
    this.#writer = writer;
    this.#options = options;
  }

  async follow(): Promise<void> {
    let done = 0;
    // A set is iterated in the order of insertion, paths that are added meanwhile included.
    for (const path of this.#paths) {
      this.#options.signal?.throwIfAborted();
      await this.#copy(path);
      this.#options.progress?.(++done, this.#paths.size);
    }
  }

  async #copy(path: string): Promise<void> {
    const answer = await this.#source.get(path);
    if (answer.location !== null) {
      answer.body.resume();
      const to = copiedPath(answer.location, this.#options.siteUrl);
      if (to !== null) this.#find(to);
      await this.#redirect(path, to === null ? answer.location : staticUrl(to));
    } else if (answer.status !== 200) {
      answer.body.resume();
      if (!optional.has(path) && !path.startsWith('/assets/')) this.missing.push(path);
    } else await this.#save(path, answer);
  }

  async #save(path: string, { type, body }: PageAnswer): Promise<void> {
    const isPage = type === 'text/html';
    const file = staticFile(path, isPage);
    if (file === null) {
      body.resume();
      this.missing.push(path);
    } else if (isText(type)) await this.write(file, [this.#read(type, await text(body))]);
    else await this.write(file, body, { isCompressed: isCompressed(type) });
  }

  /** The text as the copy has it; what it links to is copied as well. */
  #read(type: string, original: string): string {
    const { imagesUrl, siteUrl } = this.#options;
    const content = imagesUrl === imagesPath ? original : original.replaceAll(imagesUrl, imagesPath);
    for (const url of linksIn(type, content)) {
      const path = copiedPath(url, siteUrl);
      if (path !== null) this.#find(path);
    }
    if (/^(?:application|text)\/xml$/.test(type))
      for (const path of this.#inSitemap(content)) this.#find(path);
    return type === 'text/html' ? withStaticLinks(content, siteUrl) : content;
  }

  *#inSitemap(xml: string): Generator<string> {
    for (const [, url = ''] of xml.matchAll(/<loc>([^<]*)<\/loc>/g)) {
      const path = copiedPath(url.replaceAll('&amp;', '&'), this.#options.siteUrl);
      if (path !== null) yield path;
    }
  }

  #find(path: string): void {
    if (!isLeftOut(path)) this.#paths.add(path);
  }

  /** Web servers and hosts show it for paths that the copy does not have. */
  async notFound(): Promise<void> {
    const { body } = await this.#source.get('/post/!');
    await this.write('404.html', [this.#read('text/html', await text(body))]);
  }

  /** As `_redirects`, which some hosts read, and as a small page at each path without a query, which works everywhere. */
  async redirects(): Promise<void> {
    const found: StaticRedirect[] = [];
    for await (const from of this.#options.redirectsFrom) {
      this.#options.signal?.throwIfAborted();
      const { status, location, body } = await this.#source.get(from);
      body.resume();
      if (location === null && status !== 410) continue;
      const to = location === null ? null : (copiedPath(location, this.#options.siteUrl) ?? location);
      found.push({ from, to: to === null ? null : staticUrl(to) });
      if (to !== null && !from.includes('?')) await this.#redirect(from, staticUrl(to));
    }
    if (found.length > 0) await this.write('_redirects', redirectsFile(found));
  }

  async #redirect(path: string, to: string): Promise<void> {
    const file = staticFile(path, !isFile(path));
    if (file !== null && !isLeftOut(path) && !this.files.has(file.toLowerCase()))
      await this.write(file, [redirectPage(to, this.#options.siteUrl)]);
  }

  async write(file: string, chunks: Parameters<CopyWriter['add']>[1], options = {}): Promise<void> {
    // File systems that ignore case would have one file for both.
    const key = file.toLowerCase();
    if (this.files.has(key)) {
      this.missing.push(`/${file}`);
      return;
    }
    this.files.add(key);
    await this.#writer.add(file, chunks, options);
  }
}
