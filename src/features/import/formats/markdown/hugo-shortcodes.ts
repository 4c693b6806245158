import { calloutKind } from '../../../../content/foreign/callouts.ts';
import { text } from './fields.ts';
import type { Data } from './front-matter.ts';
import { callout, codeBlock, details, embed, embedUrl, figure, quote } from './pieces.ts';
import type { ProtectedText } from './protected-text.ts';
import { type Arguments, cutAtTags, type Piece, readArguments } from './template-tags.ts';

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
  const known = tag.isClosing ? null : convert(tag, inside, context);
  if (known !== null) return known;
  context.unknown.add(tag.name);
  const opening = context.protectedText.protect(tag.source);
  return inside === null ? opening : `${opening}${inside}${context.protectedText.protect(closing)}`;
}

function convert({ name, args }: Tag, inside: string | null, context: TemplateContext): string | null {
  const { positional, named } = args;
  const first = positional[0];
  switch (name) {
    case 'figure':
    case 'img':
    case 'image': {
      const src = named.src ?? named.url ?? named.link ?? first;
      const { alt, title, caption, attr } = named;
      if (!src) return null;
      const link = named.src ? named.link : undefined;
      const text = [title && caption ? `**${title}** ${caption}` : (caption ?? title), attr]
        .filter(Boolean)
        .join(' ');
      return figure({ src, alt: alt ?? '', ...(text ? { caption: text } : {}), ...(link ? { link } : {}) });
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
      const word = `${name} ${named.type ?? named.color ?? named.level ?? named.icon ?? first ?? ''}`;
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
      const url = id === undefined ? null : embedUrl(name, id, user);
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
