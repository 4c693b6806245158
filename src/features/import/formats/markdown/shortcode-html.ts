import { calloutKind } from '../../../../content/foreign/callouts.ts';
import { text } from './fields.ts';
import type { Data } from './front-matter.ts';
import { callout, codeBlock, details, embed, embedUrl, figure, quote } from './pieces.ts';
import type { ProtectedText } from './protected-text.ts';
import { type Arguments, expandTags, readArguments, type Tag, type TagPiece } from './template-tags.ts';

export type TemplateContext = {
  data: Data;
  settings: Data;
  /** The address of another text, by its path or name. */
  addressOf(path: string): string | null;
  basePath: string;
  url: string;
  protectedText: ProtectedText;
  /** Whether the text is HTML rather than Markdown. */
  isHtml: boolean;
  /** Unknown tags, which stay as text. */
  unknown: Set<string>;
};

/** `{{< youtube x >}}`, and `{{% note %}}…{{% /note %}}`, whose closing tag may be missing. */
export function convertHugo(body: string, context: TemplateContext): string {
  const delimiters = [
    ['{{<', '>}}'],
    ['{{%', '%}}'],
  ] as const;
  const read = ({ content, source }: TagPiece): Tag | string => {
    const inside = content.trim();
    const name = /^\/?\s{0,5}([\w.][\w./-]{0,79})/.exec(inside);
    if (!name?.[1]) return context.protectedText.protect(unquoted(source));
    const isSingle = inside.endsWith('/');
    const rest = inside.slice(name[0].length, isSingle ? -1 : undefined);
    const role = isSingle ? 'single' : inside.startsWith('/') ? 'close' : 'open';
    return { name: name[1].toLowerCase(), role, rest, source };
  };
  return expandTags(body, { delimiters, read, write: shortcodes(context) }, context);
}

/** `{{ youtube(id="x") }}` and `{% quote(author="x") %}…{% end %}`. */
export function convertZola(body: string, context: TemplateContext): string {
  const delimiters = [
    ['{{', '}}'],
    ['{%', '%}'],
  ] as const;
  const read = ({ open, content, source }: TagPiece): Tag | string => {
    if (open === '{%' && content.trim() === 'end') return { name: '', role: 'close', rest: '', source };
    const [, name, rest = ''] = /^\s{0,9}([A-Za-z_]\w{0,60})\s{0,5}\((.*)\)\s{0,9}$/s.exec(content) ?? [];
    if (name === undefined) return context.protectedText.protect(unquoted(source));
    return { name: name.toLowerCase(), role: open === '{%' ? 'open' : 'single', rest, source };
  };
  return expandTags(body, { delimiters, read, write: shortcodes(context) }, context);
}

/** `{{</* x *\/>}}` shows a shortcode instead of using it. */
function unquoted(source: string): string {
  const [from, to] = [source.indexOf('/*'), source.lastIndexOf('*/')];
  return from < 0 || to < from + 2
    ? source
    : source.slice(0, from) + source.slice(from + 2, to) + source.slice(to + 2);
}

/** `inside`: null where nothing is enclosed. */
type Shortcode = (
  args: Arguments,
  inside: string | null,
  context: TemplateContext,
  name: string,
) => string | null;

/** One that shows nothing without what it encloses. */
const enclosing =
  (show: (args: Arguments, inside: string, context: TemplateContext, name: string) => string): Shortcode =>
  (args, inside, context, name) =>
    inside === null ? null : show(args, inside, context, name);

const each = (names: string, show: Shortcode) => names.split(' ').map((name) => [name, show] as const);

/** What the shortcodes of Hugo, Zola and their themes show; all others may embed a page. */
const known = new Map<string, Shortcode>([
  ...each('figure img image resize_image', ({ positional: [first], named }) => {
    const src = named.src ?? named.path ?? named.url ?? named.link ?? first;
    const { alt, title, caption: own, attr } = named;
    if (!src) return null;
    const link = named.src ? named.link : undefined;
    const caption = [title && own ? `**${title}** ${own}` : (own ?? title), attr].filter(Boolean).join(' ');
    return figure({ src: src.replace(/^@\//, '/'), alt, caption, link });
  }),
  ...each(
    'highlight code',
    enclosing(({ positional: [first], named }, inside, { isHtml }) =>
      codeBlock(inside, first ?? named.lang ?? named.language ?? '', isHtml),
    ),
  ),
  ...each('ref relref', ({ positional: [first], named }, _inside, context) => {
    const target = named.path ?? first;
    return target === undefined ? null : reference(target, context);
  }),
  ['param', ({ positional: [first = ''] }, _inside, { data }) => text(data[first.toLowerCase()]) ?? null],
  ...each('rawhtml raw html unsafe', (_args, inside) => inside),
  ...each(
    'details expand collapse',
    enclosing(({ positional: [first], named }, inside) =>
      details(named.summary ?? named.title ?? first ?? '…', inside),
    ),
  ),
  ...each(
    'quote blockquote',
    enclosing(({ positional: [first], named }, inside, { isHtml }) =>
      quote(inside, named.author ?? named.source ?? first, isHtml),
    ),
  ),
  ...each(
    'notice alert admonition callout hint tip note info warning danger important',
    enclosing(({ positional: [first, second], named }, inside, _context, name) => {
      const kind = named.type ?? named.kind ?? named.color ?? named.level ?? named.icon ?? first ?? '';
      return callout(calloutKind(`${name} ${kind}`), inside, named.title ?? second);
    }),
  ),
  ['toc', () => '\n\n[TOC]\n\n'],
  ['br', () => '<br>'],
]);

const embedded: Shortcode = ({ positional, named }, _inside, _context, name) => {
  const [first, second] = positional;
  const hasUser = /^(?:gist|tweet|x)$/.test(name) && positional.length > 1;
  const id = named.id ?? (hasUser ? second : first);
  const user = named.user ?? (positional.length > 1 ? first : undefined);
  const url = id === undefined ? (named.url ?? null) : embedUrl(name, id, user);
  return url && embed(url);
};

const shortcodes =
  (context: TemplateContext) =>
  ({ name, rest }: Tag, inside: string | null): string | null =>
    (known.get(name) ?? embedded)(readArguments(rest), inside, context, name);

function reference(target: string, { addressOf, protectedText }: TemplateContext): string {
  const [path = '', anchor] = target.split('#', 2);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const address = path === '' ? '' : addressOf(path);
  return address === null ? protectedText.protect(target) : `${address}${hash}`;
}
