import { decoded } from '../../content/document/url.ts';
import type { Source } from '../../platform/files/source.ts';
import type { AttachmentItem } from './items.ts';
import { originalImage } from './original-images.ts';

export const isImage = (path: string): boolean =>
  /\.(?:jpe?g|jpe|jfif|png|gif|webp|avif|svg|bmp|tiff?|heic)$/i.test(path) &&
  !/(?:^|\/)(?:__MACOSX|\._)/.test(path);

/** The images of a source, which texts often name by the URL of another server that has a copy. */
class SourceImages {
  readonly #byName = new Map<string, string[][]>();

  constructor({ entries }: Source) {
    for (const { path } of entries) {
      if (!isImage(path)) continue;
      const segments = path.split('/');
      this.#byName.getOrInsertComputed(nameOf(segments), () => []).push(segments);
    }
  }

  /** The path of an image in the source: in the folder of its text, or else the one whose path ends most like the URL. */
  find(url: string, folder = ''): string | undefined {
    if (this.#byName.size === 0 || /^data:/i.test(url)) return undefined;
    const typed = URL.parse(url, 'https://source.invalid/');
    if (!typed) return undefined;
    for (const href of new Set([originalImage(typed.href), typed.href])) {
      const wanted = decoded(new URL(href).pathname).replaceAll('+', ' ').split('/').filter(Boolean);
      const found = this.#best(wanted, folder);
      if (found) return found;
    }
    return undefined;
  }

  #best(wanted: readonly string[], folder: string): string | undefined {
    const all = this.#byName.get(nameOf(wanted)) ?? [];
    const near = all.find((path) => folder !== '' && path.slice(0, -1).join('/') === folder);
    if (near) return near.join('/');
    const ranked = all
      .map((path) => ({ path, same: sameTail(path, wanted) }))
      .toSorted((a, b) => b.same - a.same || a.path.length - b.path.length);
    const [best] = ranked;
    if (!best) return undefined;
    const isCertain = best.same > 1 || (all.length === 1 && isOwnName(best.path, wanted));
    return isCertain ? best.path.join('/') : undefined;
  }
}

const nameOf = (segments: readonly string[]): string =>
  (segments.at(-1) ?? '').toLowerCase().replaceAll('+', ' ').normalize('NFC');

function sameTail(path: readonly string[], wanted: readonly string[]): number {
  let same = 1;
  while (same < path.length && path.at(-1 - same) === wanted.at(-1 - same)) same += 1;
  return same;
}

/**
 * A name alone tells images apart unless many sites have one of that name (`logo.png`). In folders of dates the same name
 * stands for another image.
 */
function isOwnName(path: readonly string[], wanted: readonly string[]): boolean {
  const [folder = '', other = ''] = [path.at(-2), wanted.at(-2)];
  if (path.length === 1 && wanted.length === 1) return true;
  return nameOf(path).replace(/\.\w+$/, '').length >= 6 && !(/^\d+$/.test(folder) && /^\d+$/.test(other));
}

const known = new WeakMap<Source, SourceImages>();

export function imagesIn(source: Source): SourceImages {
  return known.getOrInsertComputed(source, () => new SourceImages(source));
}

/** An item for each image of the source, so that those that no text shows are not lost. `served`: where the source had it. */
export function* imageItems(
  { entries }: Source,
  served: (path: string) => string = (path) => `/${path}`,
): Generator<AttachmentItem> {
  for (const { path } of entries.filter((entry) => isImage(entry.path))) {
    const url = served(path);
    yield {
      kind: 'attachment',
      key: `file:${path}`,
      sourceKind: 'image',
      label: path,
      image: { url, file: path },
      addresses: [url],
    };
  }
}
