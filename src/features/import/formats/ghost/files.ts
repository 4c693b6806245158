import type { Source } from '../../../../platform/files/source.ts';

const placeholder = '__GHOST_URL__';

/** Uploaded files of the source, by the path below `content/images`, `content/media` or `content/files`. */
export class Files {
  readonly #paths = new Map<string, string>();

  constructor(source: Source) {
    for (const { path } of source.entries) {
      const own = /(?:^|\/)((?:images|media|files)\/.*)$/s.exec(path)?.[1];
      if (own && !this.#paths.has(own)) this.#paths.set(own, path);
    }
  }

  /** Ghost writes a mark instead of the URL of the site, which the export does not have. */
  withoutPlaceholder(text: string): string {
    return text.replaceAll(placeholder, '');
  }

  /** The URL of an image in its original size; `used` gets its file when the source has it. */
  url(src: string, used: Map<string, string>): string {
    const typed = src.trim();
    const at = typed.search(/\/content\/(?:images|media|files)\//);
    if (at === -1) return src;
    const below = at + '/content/'.length;
    const own = typed
      .slice(below)
      .replace(/^images\/size\/[wh\d]{1,12}\/(?:format\/[a-z]{1,8}\/)?/, 'images/');
    const url = typed.slice(0, below) + own;
    const plain = own.split(/[?#]/, 1)[0] ?? '';
    const file = this.#paths.get(plain) ?? this.#paths.get(decoded(plain));
    if (file) used.set(url, file);
    return url;
  }

  /** Whether the text has images of which neither the file nor the host is known. */
  isUnknown(html: string): boolean {
    return html.includes(' src="/content/images/');
  }

  *images(): Generator<[own: string, path: string]> {
    for (const [own, path] of this.#paths)
      if (own.startsWith('images/') && !own.startsWith('images/size/')) yield [own, path];
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
