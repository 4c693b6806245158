// Elements whose content is not part of a post. Left open they would swallow the rest of it.
const swallowing = new Set(
  (
    'applet audio canvas datalist frameset head iframe math noembed noframes noscript object optgroup option plaintext ' +
    'script select style svg template textarea title video xmp'
  ).split(' '),
);
const blockElements =
  /^(?:address|article|aside|blockquote|caption|d[dlt]|details|div|fig(?:ure|caption)|footer|h[1-6]|header|hr|li|main|nav|ol|p|section|summary|table|tbody|t[dhr]|tfoot|thead|ul)$/;

type Piece = { text: string; tag: string; isClosing: boolean };

/**
 * HTML inside Markdown. Comments and line breaks between blocks are removed; what is no complete tag, and the tag of an
 * element that would swallow the text after it, becomes text.
 */
export function rawBlock(html: string): string {
  const pieces = piecesOf(html.replace(/\n$/, ''));
  const closings = lastClosings(pieces);
  return pieces
    .map((piece, index) => {
      if (piece.tag === '') return isBetweenBlocks(pieces, index) ? '' : piece.text;
      return rawTag(piece.text, piece.tag, piece.isClosing || (closings.get(piece.tag) ?? -1) > index);
    })
    .join('');
}

/** One tag between words; a comment is removed. */
export function rawTag(tag: string, name: string, isClosed: boolean): string {
  if (name === '!--') return '';
  return swallowing.has(name) && !isClosed ? `&lt;${tag.slice(1)}` : tag;
}

export function tagName(tag: string): { name: string; isClosing: boolean } {
  if (tag.startsWith('<!--')) return { name: '!--', isClosing: false };
  const match = /^<(\/?)([a-z][^\s/>]*)/i.exec(tag);
  return { name: match?.[2]?.toLowerCase() ?? '', isClosing: match?.[1] === '/' };
}

function lastClosings(pieces: Piece[]): Map<string, number> {
  return new Map(pieces.flatMap(({ tag, isClosing }, index) => (isClosing ? [[tag, index] as const] : [])));
}

function isBetweenBlocks(pieces: Piece[], index: number): boolean {
  const text = pieces[index]?.text ?? '';
  if (!text.includes('\n') || text.trim() !== '') return false;
  return [index - 1, index + 1].every((at) => blockElements.test(pieces[at]?.tag ?? ''));
}

/** Splits HTML into tags and the text between them. */
function piecesOf(html: string): Piece[] {
  const pieces: Piece[] = [];
  const lastComment = html.lastIndexOf('-->');
  let text = '';
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf('<', at);
    if (next === -1) break;
    text += html.slice(at, next);
    const end = tagEnd(html, next, lastComment);
    const tag = html.slice(next, end);
    const { name, isClosing } = tagName(tag);
    if (end === -1 || name === '') {
      // A `<` that begins no tag is shown as it is written.
      text += '&lt;';
      at = next + 1;
      continue;
    }
    if (text) pieces.push({ text, tag: '', isClosing: false });
    text = '';
    pieces.push({ text: tag, tag: name, isClosing });
    at = end;
  }
  text += html.slice(at);
  if (text) pieces.push({ text, tag: '', isClosing: false });
  return pieces;
}

/** The index after the tag or comment that begins here; -1 when it has no end. */
function tagEnd(html: string, start: number, lastComment: number): number {
  if (html.startsWith('<!--', start))
    return lastComment < start + 4 ? -1 : html.indexOf('-->', start + 4) + 3;
  if (!/[a-z/]/i.test(html[start + 1] ?? '')) return -1;
  for (let index = start + 1; index < html.length; index += 1) {
    const character = html[index];
    if (character === '>') return index + 1;
    if (character === '<') return -1;
    if (character !== '"' && character !== "'") continue;
    index = html.indexOf(character, index + 1);
    if (index === -1) return -1;
  }
  return -1;
}
