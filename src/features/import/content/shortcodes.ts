import { Markup } from './html-pieces.ts';

export type Shortcode = {
  name: string;
  /** Of `name="value"`, in lower case. */
  attributes: ReadonlyMap<string, string>;
  /** Values without a name: `[youtube https://…]`, also that of `[youtube=https://…]`. */
  values: readonly string[];
  /** What it encloses; null without a closing tag. */
  content: string | null;
  /** As it was written. */
  source: string;
};

export type Handlers = {
  /** Whether a shortcode of this name encloses code. */
  isVerbatim(name: string): boolean;
  /** The HTML that a shortcode stands for; null leaves it as text. `inner` expands those in its content. */
  expand(shortcode: Shortcode, inner: (html: string) => string): string | null;
};

type Tag = Omit<Shortcode, 'content' | 'source'> & {
  start: number;
  end: number;
  isClosing: boolean;
  isEmpty: boolean;
};

const tagPattern = /\[(\/?)([a-z][\w-]{0,60})([^[\]]*)\]/iy;
const deepest = 10;

/**
 * Replaces shortcodes. As in WordPress a shortcode encloses what is before the next closing tag of its name, and `[[name]]`
 * stands for the text `[name]`. Brackets in tags, comments and code are text. Takes linear time for any input.
 */
export function expandShortcodes(html: string, handlers: Handlers, depth = 0): string {
  const tags = html.includes('[') ? tagsOf(html, handlers.isVerbatim) : [];
  if (tags.length === 0) return html;
  const closings = closingTags(tags);
  const output: string[] = [];
  let done = 0;
  for (const [index, tag] of tags.entries()) {
    if (tag.start < done || tag.isClosing) continue;
    const isEscaped = html[tag.start - 1] === '[' && html[tag.end] === ']';
    const closing = tag.isEmpty || isEscaped ? undefined : closings[index];
    const shortcode = {
      ...tag,
      content: closing ? html.slice(tag.end, closing.start) : null,
      source: html.slice(tag.start, closing?.end ?? tag.end),
    };
    const end = closing?.end ?? tag.end;
    if (html[tag.start - 1] === '[' && html[end] === ']') {
      output.push(html.slice(done, tag.start - 1), shortcode.source);
      done = end + 1;
      continue;
    }
    const inner = (content: string) =>
      depth < deepest ? expandShortcodes(content, handlers, depth + 1) : content;
    const expanded = handlers.expand(shortcode, inner);
    if (expanded === null) continue;
    output.push(html.slice(done, tag.start), expanded);
    done = end;
  }
  output.push(html.slice(done));
  return output.join('');
}

/** For each tag the next closing one of its name. */
function closingTags(tags: readonly Tag[]): (Tag | undefined)[] {
  const next = new Map<string, Tag>();
  return tags
    .toReversed()
    .map((tag) => {
      const closing = next.get(tag.name);
      if (tag.isClosing) next.set(tag.name, tag);
      return closing;
    })
    .reverse();
}

function tagsOf(html: string, isVerbatim: Handlers['isVerbatim']): Tag[] {
  const tags: Tag[] = [];
  const markup = new Markup(html);
  const lastClosing = new Map<string, number>();
  let at = nextSign(html, 0);
  while (at !== -1) {
    let end = at + 1;
    if (html[at] === '<') {
      const piece = markup.at(at);
      if (piece) end = holdsCode(html, piece.end, isVerbatim) ? piece.end : markup.endOfVerbatim(piece);
    } else {
      const tag = tagAt(html, at);
      if (tag) {
        tags.push(tag);
        end = tag.end;
        if (isVerbatim(tag.name) && !tag.isClosing && !tag.isEmpty) {
          const closing = closingAfter(html, tag, lastClosing);
          if (closing) tags.push(closing);
          end = closing?.end ?? end;
        }
      }
    }
    at = nextSign(html, end);
  }
  return tags;
}

/** Whether an element begins with a shortcode for code, as in `<pre>[code]…[/code]</pre>`. */
function holdsCode(html: string, from: number, isVerbatim: Handlers['isVerbatim']): boolean {
  const name = /^\s{0,20}\[([a-z]\w{0,30})[\]\s]/i.exec(html.slice(from, from + 60))?.[1];
  return name !== undefined && isVerbatim(name.toLowerCase()) && html.includes(`[/${name}]`, from);
}

function nextSign(html: string, from: number): number {
  const sign = /[<[]/g;
  sign.lastIndex = from;
  return sign.exec(html)?.index ?? -1;
}

/** Code may contain anything, also what looks like tags, until its closing tag. */
function closingAfter(html: string, { start, end }: Tag, lastClosing: Map<string, number>): Tag | null {
  const name = /[\w-]+/.exec(html.slice(start, end))?.[0] ?? '';
  const closing = `[/${name}]`;
  if (!lastClosing.has(name)) lastClosing.set(name, html.lastIndexOf(closing));
  if ((lastClosing.get(name) ?? -1) < end) return null;
  return tagAt(html, html.indexOf(closing, end));
}

function tagAt(html: string, start: number): Tag | null {
  tagPattern.lastIndex = start;
  const [all, slash, name, rest] = tagPattern.exec(html) ?? [];
  if (all === undefined || name === undefined || rest === undefined) return null;
  if (rest !== '' && !/^[\s=/:]/.test(rest) && !/^&nbsp;/.test(rest)) return null;
  const isEmpty = rest.trimEnd().endsWith('/');
  return {
    name: name.toLowerCase(),
    ...parametersOf(isEmpty ? rest.trimEnd().slice(0, -1) : rest),
    start,
    end: start + all.length,
    isClosing: slash === '/',
    isEmpty,
  };
}

const parameterPattern =
  /([\w-]{1,60})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|'([^']*)'|(\S+)/g;

/** `name="value"` and bare values. Old editors wrote typographic quotes and entities. */
function parametersOf(rest: string): Pick<Tag, 'attributes' | 'values'> {
  const attributes = new Map<string, string>();
  const values: string[] = [];
  const text = rest
    .replace(/&(?:quot|#0?34|#x22|#822[0-3]|#824[23]);|[\u201c-\u201f\u2033]/gi, '"')
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/&amp;|&#0?38;/g, '&')
    .replace(/^[=:]\s{0,20}/, '');
  for (const [, name, double, single, bare, ...alone] of text.matchAll(parameterPattern)) {
    const value = double ?? single ?? bare;
    const isUrl = name !== undefined && /^https?$/i.test(name);
    if (name !== undefined && value !== undefined && !isUrl) attributes.set(name.toLowerCase(), value);
    else values.push(alone.find((one) => one !== undefined) ?? '');
  }
  return { attributes, values: values.filter(Boolean) };
}
