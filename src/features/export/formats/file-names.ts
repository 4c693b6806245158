/** Names that Windows reserves, and those with a meaning of their own in Hugo or Jekyll. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|index|_index|readme|404|feed)$/;
/** File systems allow 255 bytes; the rest is for a date, a number and an extension. */
const maxNameLength = 120;
/** Hugo and Jekyll make folders of the segments of a URL. */
const maxSegmentLength = 240;

/** Gives each file a name that no other has, also where capitals and spellings of accents do not count. */
export class FileNames {
  readonly #taken = new Set<string>();

  /** `id` tells apart what would have the same name. */
  take(prefix: string, text: string, id: number, extension: string): string {
    const stem = `${prefix}${safe(text, prefix === '')}`;
    let name = stem;
    for (let suffix = String(id); this.#taken.has(folded(name)); suffix += 'x') name = `${stem}-${suffix}`;
    this.#taken.add(folded(name));
    return name + extension;
  }
}

/** As coarse as any file system: `ß` and `ss` are the same. */
const folded = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase();

function safe(text: string, isWhole: boolean): string {
  const name = cut(
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
      .replace(/^-|-$/g, ''),
    maxNameLength,
  );
  if (name === '') return 'untitled';
  return isWhole && reserved.test(name) ? `${name}-page` : name;
}

/** At most so many bytes of UTF-8, without half a character. */
function cut(text: string, bytes: number): string {
  let length = 0;
  let kept = '';
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    kept += character;
  }
  return kept;
}

/** The path of a post in a static site, where each segment is a folder: shortened where no file system can have it. */
export function staticPath(path: string, id: number): string {
  const segments = path.split('/').map((segment) => {
    const isLong = Buffer.byteLength(segment) > maxSegmentLength;
    return isLong ? `${cut(segment, maxNameLength)}-${id}` : segment;
  });
  return `${segments.join('/')}/`;
}
