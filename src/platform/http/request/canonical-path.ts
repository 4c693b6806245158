/**
 * Removes empty and dot segments and the trailing slash, and encodes each segment with `encodeURIComponent`, as the links
 * of this site do. Null for a path that cannot be decoded.
 */
export function canonicalPath(path: string): string | null {
  if (!/^[/\\]/.test(path)) return null;
  const segments: string[] = [];
  for (const part of path.split(/[/\\]/)) {
    const segment = decode(part);
    if (segment === null) return null;
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(encodeURIComponent(segment));
  }
  return `/${segments.join('/')}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: texts are stored without these, so a name could be written in several ways
const controlCharacter = /[\u0000-\u001f\u007f]/;

function decode(part: string): string | null {
  try {
    // Web titles are stored as NFC, so that a name has one spelling.
    const text = decodeURIComponent(part).normalize('NFC');
    return controlCharacter.test(text) ? null : text;
  } catch {
    return null;
  }
}
