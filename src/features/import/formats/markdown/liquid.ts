import { text } from './fields.ts';
import { isRecord } from './front-matter.ts';
import { codeBlock, embed, embedUrl, figure, quote } from './pieces.ts';
import type { TemplateContext } from './shortcode-html.ts';
import { type Arguments, expandTags, readArguments, type Tag, type TagPiece } from './template-tags.ts';

const delimiters = [
  ['{%', '%}'],
  ['{{', '}}'],
] as const;

const blocks = 'highlight|codeblock|code|blockquote|pullquote|comment|raw|quote';
const opening = new RegExp(`^(?:${blocks})$`);
const closing = new RegExp(`^end(?=(?:${blocks})$)`);

/** Liquid of Jekyll, Octopress, Hexo and Eleventy: what shows the same text everywhere is replaced, the rest stays as text. */
export function convertLiquid(body: string, context: TemplateContext): string {
  /** The open block whose content is no template. */
  let verbatim = '';
  const read = (piece: TagPiece): Tag | string => {
    const inside = withoutDashes(piece.content);
    const word = (piece.open === '{%' && /^[\w-]{1,60}/.exec(inside)?.[0].toLowerCase()) || '';
    if (verbatim !== '' && word !== `end${verbatim}`)
      return verbatim === 'raw' ? context.protectedText.protect(piece.source) : '';
    if (piece.open === '{{') return output(piece, context);
    verbatim = word === 'raw' || word === 'comment' ? word : '';
    const role = opening.test(word) ? 'open' : closing.test(word) ? 'close' : 'single';
    const name = role === 'close' ? word.replace(closing, '') : word;
    return { name, role, rest: inside.slice(word.length).trim(), source: piece.source };
  };
  const write = ({ name, rest }: Tag, inside: string | null) =>
    inside === null ? single(name, rest, context) : enclosing(name, rest, inside, context.isHtml);
  return expandTags(body, { delimiters, read, write }, context);
}

const withoutDashes = (content: string): string => content.replace(/^-/, '').replace(/-$/, '').trim();

function enclosing(name: string, rest: string, inner: string, isHtml: boolean): string {
  if (name === 'raw') return inner;
  if (name === 'comment') return '';
  if (name.endsWith('quote')) return quote(inner.replace(/^\{"|"\}$/g, ''), rest, isHtml);
  const language =
    /(?:^|\s)lang:([\w+#-]{1,30})/.exec(rest)?.[1] ??
    (name === 'highlight' ? /^[\w+#.-]{1,30}/.exec(rest)?.[0] : '');
  return codeBlock(inner, language ?? '', isHtml);
}

type Single = (args: Arguments, context: TemplateContext, rest: string) => string | null;

const link: Single = (_args, context, rest) => {
  const address = context.addressOf(rest.replace(/^["']|["']$/g, ''));
  return address === null ? null : address.slice(originOf(address).length);
};

const singles: Record<string, Single> = {
  post_url: link,
  link,
  include: included,
  include_relative: included,
  include_cached: included,
  render: included,
  img({ positional }) {
    const at = positional.findIndex((word) => /^(?:https?:|\/|\.)|\.\w{3,4}$/.test(word));
    const [title, alt = title] = positional.slice(at + 1).filter((word) => !/^\d+$/.test(word));
    return at === -1 ? null : figure({ src: positional[at] ?? '', alt, title });
  },
  asset_img: ({ positional: [src = '', ...words] }) => figure({ src, alt: words.join(' ') }),
  asset_path: ({ positional: [first = ''] }) => first,
  more: () => '',
  toc: () => '\n\n[TOC]\n\n',
};

function single(name: string, rest: string, context: TemplateContext): string | null {
  const args = readArguments(rest);
  if (Object.hasOwn(singles, name)) return singles[name]?.(args, context, rest) ?? null;
  const [first, second] = args.positional;
  const url = first ? embedUrl(name, first, second) : null;
  return url && embed(url);
}

const image = /\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#]|$)/i;

/** Includes are templates of the site; those with an image or a video are recognized by their arguments. */
function included({ positional: [file = ''], named }: Arguments): string | null {
  const src =
    named.src ?? named.image_path ?? named.url ?? named.image ?? named.path ?? named.file ?? named.img;
  const caption = named.caption ?? named.description;
  if (src && image.test(src))
    return figure({ src, alt: named.alt, ...(caption ? { caption } : { title: named.title }) });
  const id = named.id ?? named.video_id ?? named.youtubeid ?? named.youtube_id;
  const provider = named.provider ?? /youtube|vimeo|tweet|twitter|gist|instagram/i.exec(file)?.[0];
  const url = id && provider ? embedUrl(provider.toLowerCase(), id, named.user) : null;
  return url && embed(url);
}

// Outputs

function output({ content, source }: TagPiece, context: TemplateContext): string {
  const [expression = '', ...filters] = withoutDashes(content)
    .split('|')
    .map((part) => part.trim());
  let value = valueFor(expression, context);
  for (const filter of filters) value = value === null ? null : filtered(value, filter, context);
  if (value !== null) return value;
  context.unknown.add(/^[\w.]{1,60}/.exec(expression)?.[0] ?? expression.slice(0, 60));
  return context.protectedText.protect(source);
}

function valueFor(expression: string, { data, settings, basePath, url }: TemplateContext): string | null {
  const quoted = /^(["'])(.*)\1$/s.exec(expression)?.[2];
  if (quoted !== undefined) return quoted;
  if (/^site\.(?:baseurl|root|base_url)$/.test(expression)) return basePath;
  if (/^site\.(?:url|production_url|github\.url)$/.test(expression)) return originOf(url);
  const [scope, ...names] = expression.split('.');
  if ((scope !== 'site' && scope !== 'page') || names.length === 0 || names.length > 5) return null;
  let value: unknown = scope === 'site' ? settings : data;
  for (const name of names)
    value =
      isRecord(value) && Object.hasOwn(value, name.toLowerCase()) ? value[name.toLowerCase()] : undefined;
  return text(value) ?? null;
}

function filtered(value: string, filter: string, { basePath, url }: TemplateContext): string | null {
  const name = /^[a-z_]{1,40}/.exec(filter)?.[0] ?? '';
  const isWhole = /^https?:/.test(value);
  const path = value.startsWith('/') || isWhole ? value : `/${value}`;
  if (name === 'relative_url' || name === 'url')
    return isWhole || (basePath !== '' && value.startsWith(basePath)) ? value : `${basePath}${path}`;
  if (name === 'absolute_url') return isWhole ? value : `${url || basePath}${path}`;
  if (name === 'prepend' && /site\.baseurl/.test(filter)) return `${basePath}${value}`;
  if (name === 'prepend' && /site\.url/.test(filter)) return `${originOf(url)}${value}`;
  return /^(?:escape|strip|safe)$/.test(name) ? value : null;
}

const originOf = (url: string): string => URL.parse(url)?.origin ?? '';
