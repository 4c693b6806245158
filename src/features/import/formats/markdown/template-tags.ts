/** A text cut into tags of a template language and the text between them. */
export type Piece =
  | { type: 'text'; text: string }
  | { type: 'tag'; open: string; content: string; source: string };

/** Each opening delimiter with its closing one. Longer ones first. */
type Delimiters = readonly (readonly [open: string, close: string])[];

export function cutAtTags(text: string, delimiters: Delimiters): Piece[] {
  const pieces: Piece[] = [];
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
    if (at > done) pieces.push({ type: 'text', text: text.slice(done, at) });
    done = end + close.length;
    pieces.push({
      type: 'tag',
      open,
      content: text.slice(at + open.length, end),
      source: text.slice(at, done),
    });
    at = text.indexOf('{', done);
  }
  if (done < text.length) pieces.push({ type: 'text', text: text.slice(done) });
  return pieces;
}

/** The arguments of a tag (a quote without an end goes to the end): words and quoted texts by position, `name=value` and `name="a value"` by name. */
export type Arguments = { positional: string[]; named: Readonly<Record<string, string>> };

const argument =
  /(?:([\w-]{1,60})\s{0,5}[=:]\s{0,5})?(?:"((?:[^"\\]|\\.)*)(?:"|$)|'((?:[^'\\]|\\.)*)(?:'|$)|`([^`]*)(?:`|$)|([^\s"'`=,]+))/gsy;

export function readArguments(content: string): Arguments {
  const positional: string[] = [];
  const named: Record<string, string> = Object.create(null);
  const text = content.slice(0, 20_000);
  argument.lastIndex = 0;
  let at = 0;
  while (at < text.length) {
    argument.lastIndex = at;
    const match = argument.exec(text);
    if (!match) {
      at += 1;
      continue;
    }
    at = argument.lastIndex;
    const [, name, double, single, raw, word] = match;
    const value = double?.replace(/\\(.)/gs, '$1') ?? single?.replace(/\\(.)/gs, '$1') ?? raw ?? word ?? '';
    if (name === undefined) positional.push(value);
    else named[name.toLowerCase()] = value;
  }
  return { positional, named };
}
