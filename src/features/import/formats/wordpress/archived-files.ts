import { attribute, elements, parse } from '../../../../content/document/tree.ts';
import type { Source } from '../../../../platform/files/source.ts';

/** The images that are beside the export, in a folder or archive with the uploads of the blog. */
export class ArchivedFiles {
  readonly #byPath = new Map<string, string>();

  constructor(source: Source) {
    for (const { path } of source.entries) {
      if (!/\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?|heic)$/i.test(path)) continue;
      this.#byPath.set(placeIn(path), path);
    }
  }

  /** The path of an image in the source. A smaller size that is not there is found as the original. */
  find(url: string): string | undefined {
    if (this.#byPath.size === 0) return undefined;
    const parsed = URL.parse(url);
    if (!parsed) return undefined;
    const place = placeIn(decoded(parsed.pathname));
    return this.#byPath.get(place) ?? this.#byPath.get(place.replace(/-\d{1,5}x\d{1,5}(?=\.\w{3,4}$)/, ''));
  }

  filesIn(html: string): Map<string, string> {
    const files = new Map<string, string>();
    if (this.#byPath.size === 0 || !html.includes('<img')) return files;
    for (const node of elements(parse(html))) {
      const src = node.tagName === 'img' ? attribute(node, 'src') : undefined;
      const path = src && this.find(src);
      if (src && path) files.set(src, path);
    }
    return files;
  }
}

/** The path below the folder of uploads. */
function placeIn(path: string): string {
  const uploads = path.lastIndexOf('uploads/');
  return uploads === -1 ? path.replace(/^\//, '') : path.slice(uploads + 'uploads/'.length);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
