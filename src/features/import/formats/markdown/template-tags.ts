import type { ProtectedText } from './protected-text.ts';

/** A tag of a template language, as it stands in a text. */
export type TagPiece = { open: string; content: string; source: string };

/** Each opening delimiter with its closing one. Longer ones first. */
type Delimiters = readonly (readonly [open: string, close: string])[];

/** A text cut into tags and the text between them. */
function cutAtTags(text: string, delimiters: Delimiters): (string | TagPiece)[] {
  const pieces: (string | TagPiece)[] = [];
  const missing = new Set<string>();
  let done = 0;
  let at = text.indexOf('{');
  while (at !== -1) {
    const from = at;
    const pair = delimiters.find(([open]) => text.startsWith(open, from));
    const end = pair && !missing.has(pair[1]) ? text.indexOf(pair[1], at + pair[0].length) : -1;
    if (pair && end === -1) missing.add(pair[1]);
    if (!pair || end === -1) {
      at = text.indexOf('{', at + 1);
      continue;
    }
    const [open, close] = pair;
    if (at > done) pieces.push(text.slice(done, at));
    done = end + close.length;
    pieces.push({ open, content: text.slice(at + open.length, end), source: text.slice(at, done) });
    at = text.indexOf('{', done);
  }
  if (done < text.length) pieces.push(text.slice(done));
  return pieces;
}

/** `open`: one that may enclose a text, if a closing one follows. A closing one without a name closes any. */
export type Tag = { name: string; role: 'open' | 'close' | 'single'; rest: string; source: string };

/** A template language. */
type Language = {
  delimiters: Delimiters;
  /** A tag, or the text that it stands for. */
  read(piece: TagPiece): Tag | string;
  /** What a tag shows; null for unknown ones, which stay as text. `inside`: null where nothing is enclosed. */
  write(tag: Tag, inside: string | null): string | null;
};

/** Deeper ones stay as text: each level copies what is inside of it. */
const maxDepth = 20;

/** Replaces the tags of a text. */
export function expandTags(
  body: string,
  { delimiters, read, write }: Language,
  { protectedText, unknown }: { protectedText: ProtectedText; unknown: Set<string> },
): string {
  if (delimiters.every(([open]) => !body.includes(open))) return body;
  const pieces = cutAtTags(body, delimiters).map((piece) =>
    typeof piece === 'string' ? piece : read(piece),
  );
  const pair = pairs(pieces);
  const open: { tag: Tag; inner: string }[] = [];
  const deep = new Set<number>();
  let result = '';
  const add = (text: string) => {
    const last = open.at(-1);
    if (last) last.inner += text;
    else result += text;
  };
  const written = (tag: Tag, inside: string | null, closing = ''): string => {
    const known = tag.role === 'close' ? null : write(tag, inside);
    if (known !== null) return known;
    unknown.add(tag.name || 'end');
    const opening = protectedText.protect(tag.source);
    return inside === null ? opening : `${opening}${inside}${protectedText.protect(closing)}`;
  };
  pieces.forEach((piece, index) => {
    if (typeof piece === 'string') add(piece);
    else if (!pair.has(index)) add(written(piece, null));
    else if (deep.has(index)) add(protectedText.protect(piece.source));
    else if (piece.role === 'close') {
      const last = open.pop();
      if (last) add(written(last.tag, last.inner, piece.source));
    } else if (open.length >= maxDepth) {
      deep.add(pair.get(index) ?? index);
      add(protectedText.protect(piece.source));
    } else open.push({ tag: piece, inner: '' });
  });
  return result;
}

/** For each opening tag that has a closing one the index of that, and the other way round. */
function pairs(pieces: readonly (string | Tag)[]): Map<number, number> {
  const found = new Map<number, number>();
  const open: { name: string; index: number }[] = [];
  const openNames = new Map<string, number>();
  const count = (name: string, change: number) => openNames.set(name, (openNames.get(name) ?? 0) + change);
  pieces.forEach((piece, index) => {
    if (typeof piece === 'string' || piece.role === 'single') return;
    const { name, role } = piece;
    if (role === 'open') {
      open.push({ name, index });
      count(name, 1);
    } else if (name === '' || (openNames.get(name) ?? 0) > 0) {
      // Tags in between have no closing one.
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        count(last.name, -1);
        if (name !== '' && last.name !== name) continue;
        found.set(last.index, index).set(index, last.index);
        break;
      }
    }
  });
  return found;
}

/** The arguments of a tag (a quote without an end goes to the end): words and quoted texts by position, `name=value` and `name="a value"` by name. */
export type Arguments = { positional: string[]; named: Readonly<Record<string, string>> };

const argument =
  /(?:([\w-]{1,60})\s{0,5}[=:]\s{0,5})?(?:"((?:[^"\\]|\\.)*)(?:"|$)|'((?:[^'\\]|\\.)*)(?:'|$)|`([^`]*)(?:`|$)|([^\s"'`=,]+))/gs;

export function readArguments(content: string): Arguments {
  const positional: string[] = [];
  const named: Record<string, string> = Object.create(null);
  for (const [, name, double, single, raw, word] of content.slice(0, 20_000).matchAll(argument)) {
    const value = (double ?? single)?.replace(/\\(.)/gs, '$1') ?? raw ?? word ?? '';
    if (name === undefined) positional.push(value);
    else named[name.toLowerCase()] = value;
  }
  return { positional, named };
}
