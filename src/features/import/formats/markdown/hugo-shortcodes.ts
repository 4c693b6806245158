import { shortcodeHtml, type TemplateContext } from './shortcode-html.ts';
import { type Arguments, cutAtTags, type Piece, readArguments } from './template-tags.ts';

type Tag = { name: string; isClosing: boolean; isSelfClosing: boolean; args: Arguments; source: string };

const delimiters = [
  ['{{<', '>}}'],
  ['{{%', '%}}'],
] as const;

export function convertHugo(body: string, context: TemplateContext): string {
  if (!body.includes('{{<') && !body.includes('{{%')) return body;
  const pieces = cutAtTags(body, delimiters).map((piece) =>
    piece.type === 'text' ? piece.text : read(piece, context),
  );
  return writtenWhole(pieces, context);
}

function read(
  { content, source }: Extract<Piece, { type: 'tag' }>,
  { protectedText }: TemplateContext,
): string | Tag {
  const inside = content.trim();
  // `{{</* x */>}}` shows a shortcode instead of using it.
  if (inside.startsWith('/*') && inside.endsWith('*/'))
    return protectedText.protect(
      `${source.slice(0, 3)}${content.replace('/*', '').replace(/\*\/(?=\s*$)/, '')}${source.slice(-3)}`,
    );
  const name = /^\/?\s{0,5}([\w./-]{1,80})/.exec(inside);
  if (!name?.[1]) return protectedText.protect(source);
  const isSelfClosing = inside.endsWith('/');
  const rest = inside.slice(name[0].length);
  return {
    name: name[1].toLowerCase(),
    isClosing: inside.startsWith('/'),
    isSelfClosing,
    args: readArguments(isSelfClosing ? rest.slice(0, -1) : rest),
    source,
  };
}

/** For each opening tag that has a closing one the index of that, and the other way round. */
function pairs(pieces: readonly (string | Tag)[]): Map<number, number> {
  const found = new Map<number, number>();
  const open: number[] = [];
  const openNames = new Map<string, number>();
  const nameAt = (index: number) => (pieces[index] as Tag).name;
  const count = (name: string, change: number) => openNames.set(name, (openNames.get(name) ?? 0) + change);
  pieces.forEach((piece, index) => {
    if (typeof piece === 'string' || piece.isSelfClosing) return;
    if (!piece.isClosing) {
      open.push(index);
      count(piece.name, 1);
    } else if ((openNames.get(piece.name) ?? 0) > 0) {
      // Tags in between have no closing one.
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        count(nameAt(last), -1);
        if (nameAt(last) !== piece.name) continue;
        found.set(last, index);
        found.set(index, last);
        break;
      }
    }
  });
  return found;
}

/** Deeper ones stay as text: each level copies what is inside of it. */
const maxDepth = 20;

function writtenWhole(pieces: readonly (string | Tag)[], context: TemplateContext): string {
  const pair = pairs(pieces);
  const open: { tag: Tag; inner: string }[] = [];
  let result = '';
  const add = (text: string) => {
    const last = open.at(-1);
    if (last) last.inner += text;
    else result += text;
  };
  const deep = new Set<number>();
  pieces.forEach((piece, index) => {
    if (typeof piece === 'string') add(piece);
    else if (!pair.has(index)) add(written(piece, null, context));
    else if (deep.has(index)) add(context.protectedText.protect(piece.source));
    else if (piece.isClosing) {
      const last = open.pop();
      if (last) add(written(last.tag, last.inner, context, piece.source));
    } else if (open.length >= maxDepth) {
      deep.add(pair.get(index) ?? index);
      add(context.protectedText.protect(piece.source));
    } else open.push({ tag: piece, inner: '' });
  });
  return result;
}

function written(tag: Tag, inside: string | null, context: TemplateContext, closing = ''): string {
  const known = tag.isClosing ? null : shortcodeHtml(tag.name, tag.args, inside, context);
  if (known !== null) return known;
  context.unknown.add(tag.name);
  const opening = context.protectedText.protect(tag.source);
  return inside === null ? opening : `${opening}${inside}${context.protectedText.protect(closing)}`;
}
