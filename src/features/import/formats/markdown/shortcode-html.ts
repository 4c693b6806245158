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

const shortcodes =
  (context: TemplateContext) =>
  ({ name, rest }: Tag, inside: string | null): string | null =>
    shortcodeHtml(name, readArguments(rest), inside, context);

/** What the shortcodes of Hugo, Zola and their themes show; null for unknown ones. `inside`: null where nothing is enclosed. */
function shortcodeHtml(
  name: string,
  { positional, named }: Arguments,
  inside: string | null,
  context: TemplateContext,
): string | null {
  const first = positional[0];
  switch (name) {
    case 'figure':
    case 'img':
    case 'image':
    case 'resize_image': {
      const src = named.src ?? named.path ?? named.url ?? named.link ?? first;
      const { alt, title, caption, attr } = named;
      if (!src) return null;
      const link = named.src ? named.link : undefined;
      const text = [title && caption ? `**${title}** ${caption}` : (caption ?? title), attr]
        .filter(Boolean)
        .join(' ');
      return figure({
        src: src.replace(/^@\//, '/'),
        alt: alt ?? '',
        ...(text ? { caption: text } : {}),
        ...(link ? { link } : {}),
      });
    }
    case 'highlight':
    case 'code':
      return inside === null
        ? null
        : codeBlock(inside, first ?? named.lang ?? named.language ?? '', context.isHtml);
    case 'ref':
    case 'relref': {
      const target = named.path ?? first;
      return target === undefined ? null : reference(target, context);
    }
    case 'param': {
      const value = text(context.data[(first ?? '').toLowerCase()]);
      return value ?? null;
    }
    case 'rawhtml':
    case 'raw':
    case 'html':
    case 'unsafe':
      return inside;
    case 'details':
    case 'expand':
    case 'collapse':
      return inside === null ? null : details(named.summary ?? named.title ?? first ?? '…', inside);
    case 'quote':
    case 'blockquote':
      return inside === null ? null : quote(inside, named.author ?? named.source ?? first, context.isHtml);
    case 'notice':
    case 'alert':
    case 'admonition':
    case 'callout':
    case 'hint':
    case 'tip':
    case 'note':
    case 'info':
    case 'warning':
    case 'danger':
    case 'important': {
      if (inside === null) return null;
      const word = `${name} ${named.type ?? named.kind ?? named.color ?? named.level ?? named.icon ?? first ?? ''}`;
      return callout(calloutKind(word), inside, named.title ?? positional[1]);
    }
    case 'toc':
      return '\n\n[TOC]\n\n';
    case 'br':
      return '<br>';
    default: {
      const user = named.user ?? (positional.length > 1 ? first : undefined);
      const id =
        named.id ??
        (name === 'gist' || name === 'tweet' || name === 'x'
          ? positional.at(positional.length > 1 ? 1 : 0)
          : first);
      const url = id === undefined ? (named.url ?? null) : embedUrl(name, id, user);
      return url && embed(url);
    }
  }
}

function reference(target: string, { addressOf, protectedText }: TemplateContext): string {
  const [path = '', anchor] = target.split('#', 2);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const address = path === '' ? '' : addressOf(path);
  return address === null ? protectedText.protect(target) : `${address}${hash}`;
}
