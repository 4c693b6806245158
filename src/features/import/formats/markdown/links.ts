import { decoded } from '../../../../content/document/url.ts';
import type { SourceEntry } from '../../../../platform/files/source.ts';
import { isIndex, ownName, split } from './addresses.ts';
import { kindOf } from './kinds.ts';
import type { MarkdownSite } from './site.ts';
import type { TextFile } from './text-index.ts';

/** Finds files and texts of the source by the paths that texts use for them. */
export class Links {
  readonly #site: MarkdownSite;
  readonly #files = new Map<string, string>();
  readonly #images = new Map<string, string>();
  readonly #texts = new Map<string, TextFile>();
  readonly #textNames = new Map<string, TextFile>();

  constructor(site: MarkdownSite, entries: readonly SourceEntry[], texts: readonly TextFile[]) {
    this.#site = site;
    for (const { path } of entries) {
      if (!path.startsWith(site.root)) continue;
      const own = path.slice(site.root.length);
      this.#files.set(own, path);
      if (kindOf(path) === 'image' && !this.#images.has(baseName(own))) this.#images.set(baseName(own), own);
    }
    for (const text of texts) {
      this.#texts.set(text.path, text);
      for (const name of namesOf(text)) if (!this.#textNames.has(name)) this.#textNames.set(name, text);
    }
  }

  /** The file with an image, as a path in the source, and the URL of it. */
  image(src: string, from: TextFile): { url: string; file?: string; isKnown: boolean } {
    const typed = src.trim().replace(/^\/+(?=https?:\/\/)/i, '');
    if (/^data:/i.test(typed)) return { url: typed, isKnown: true };
    const path = this.#ownPath(typed);
    if (path === null) return { url: typed, isKnown: true };
    const own = this.#findFile(path, from);
    if (own !== undefined)
      return { url: this.fileUrl(own, from), file: this.#files.get(own) ?? '', isKnown: true };
    return { url: this.#absolute(path, from), isKnown: this.#site.url !== undefined };
  }

  /** An image by its name alone, as Obsidian looks for it. */
  imageNamed(name: string, from: TextFile): string | null {
    const own = this.#findFile(name, from) ?? this.#images.get(baseName(name));
    return own === undefined ? null : this.fileUrl(own, from);
  }

  /** The image that Hugo's templates take for a bundle by default. */
  bundleCover({ path }: TextFile): string | undefined {
    const { folder, name } = split(path);
    if (!isIndex(name) || name.startsWith('_')) return undefined;
    return ['cover', 'featured', 'feature', 'thumbnail']
      .flatMap((word) => ['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif'].map((ending) => `${word}.${ending}`))
      .find((file) => this.#files.has(`${folder}${file}`));
  }

  /** Where a file is served. */
  fileUrl(own: string, from?: TextFile): string {
    const { staticFolders, basePath, content } = this.#site;
    const folder = staticFolders.find((prefix) => own.startsWith(prefix) && prefix !== '');
    const text = from && split(from.path).folder;
    const inBundle = text && own.startsWith(text) && isIndex(split(from.path).name);
    if (inBundle && from.addresses[0]?.endsWith('/'))
      return this.#onSite(`${from.addresses[0]}${own.slice(text.length)}`);
    const inContent = content.find(({ prefix }) => prefix !== '' && own.startsWith(prefix));
    const served = folder ? own.slice(folder.length) : inContent ? own.slice(inContent.prefix.length) : own;
    return this.#onSite(`${basePath}/${served}`);
  }

  /** The URL of a link: of another text where it leads to its file. */
  link(href: string, from: TextFile): string {
    const typed = href.trim();
    if (typed === '' || typed.startsWith('#') || /^(?!https?:)[a-z][a-z\d+.-]{0,20}:/i.test(typed))
      return typed;
    const ownPath = this.#ownPath(typed);
    if (ownPath === null) return typed;
    const path = this.#withoutDoubleBase(ownPath);
    const [target = '', hash = ''] = cutHash(path);
    const text = /^@?\/?.*\.(?:md|markdown|mdx?)$/i.test(target) ? this.text(target, from) : undefined;
    if (text?.addresses[0] !== undefined) return this.#onSite(`${text.addresses[0]}${hash}`);
    const own = kindOf(target) === 'image' ? this.#findFile(target, from) : undefined;
    return own === undefined ? this.#absolute(path, from) : this.fileUrl(own, from);
  }

  /** Another text, by its path (`post/tea.md`, `@/post/tea.md`, `../tea.md`) or its name. */
  text(target: string, from?: TextFile): TextFile | undefined {
    const wanted = decoded(target.replace(/^@?\//, ''));
    const folder = from ? split(from.path).folder : '';
    const candidates = [
      joined(folder, decoded(target)),
      wanted,
      ...this.#site.content.map(({ prefix }) => prefix + wanted),
    ];
    for (const one of candidates) {
      const found = one === null ? undefined : (this.#texts.get(one) ?? this.#texts.get(`${one}.md`));
      if (found) return found;
    }
    return this.#textNames.get(wanted.replace(/\/$/, '').toLowerCase());
  }

  addressOf(target: string, from: TextFile): string | null {
    const address = this.text(target, from)?.addresses[0];
    return address === undefined ? null : this.#onSite(address);
  }

  /** The path of a URL of this site; null for those of other sites. */
  #ownPath(url: string): string | null {
    if (/^(?:https?:)?\/\//i.test(url)) {
      const parsed = URL.parse(url, 'https://site.invalid');
      const own = URL.parse(this.#site.url ?? '');
      return own && parsed?.host === own.host ? parsed.pathname + parsed.search + parsed.hash : null;
    }
    return url;
  }

  /** Texts write `site.baseurl` before links that have it already. */
  #withoutDoubleBase(path: string): string {
    const { basePath } = this.#site;
    return basePath !== '' && path.startsWith(`${basePath}${basePath}/`) ? path.slice(basePath.length) : path;
  }

  #findFile(path: string, from: TextFile): string | undefined {
    const [clean = ''] = cutHash(path);
    const plain = clean.split('?', 1)[0] ?? '';
    const { basePath, staticFolders, content } = this.#site;
    const { folder, name } = split(from.path);
    for (const one of new Set([decoded(plain), plain])) {
      const isRooted = one.startsWith('/');
      const rooted = one.replace(/^\/+/, '');
      const below =
        basePath !== '' && one.startsWith(`${basePath}/`) ? one.slice(basePath.length + 1) : rooted;
      const bundle = isRooted ? null : joined(`${folder}${name}/`, one);
      const relative = isRooted ? null : joined(folder, one);
      const served = isRooted ? null : joined((from.addresses[0] ?? '/').slice(1), one);
      const everywhere = [below, rooted, served ?? rooted].flatMap((file) => [
        ...staticFolders.map((prefix) => prefix + file),
        ...content.map(({ prefix }) => prefix + file),
        file,
      ]);
      const found = [relative, bundle, ...everywhere].find((file) => file !== null && this.#files.has(file));
      if (found) return found;
    }
    return undefined;
  }

  #absolute(path: string, from: TextFile): string {
    const base = `https://site.invalid${from.addresses[0] ?? '/'}`;
    const resolved = URL.parse(path, base);
    if (!resolved) return path;
    return this.#onSite(resolved.pathname + resolved.search + resolved.hash);
  }

  #onSite(path: string): string {
    const { url, basePath } = this.#site;
    const encoded = path.replace(/\s/g, '%20');
    return url === undefined ? encoded : `${url.slice(0, url.length - basePath.length)}${encoded}`;
  }
}

function namesOf(text: TextFile): string[] {
  const { folder, name } = split(text.path);
  const own = ownName(text.path);
  const withoutExtension = isIndex(name) ? folder.replace(/\/$/, '') : `${folder}${name}`;
  const inPosts = /(?:^|\/)_posts\/(.*)$/s.exec(withoutExtension)?.[1];
  const below = withoutExtension.replace(/^content\//, '');
  return [withoutExtension, below, inPosts ?? own, own, text.title].map((one) => one.toLowerCase());
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

function cutHash(url: string): [path: string, hash: string] {
  const at = url.indexOf('#');
  return at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at)];
}

/** A relative path resolved in a folder; null when it leaves the source. */
function joined(folder: string, path: string): string | null {
  const segments = folder.split('/').filter(Boolean);
  for (const segment of path.split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) return null;
    } else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}
