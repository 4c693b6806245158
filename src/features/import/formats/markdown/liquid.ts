import { text } from './fields.ts';
import { isRecord } from './front-matter.ts';
import { codeBlock, embed, embedUrl, figure, quote } from './pieces.ts';
import type { TemplateContext } from './shortcode-html.ts';
import { cutAtTags, type Piece, readArguments } from './template-tags.ts';

const delimiters = [
  ['{%', '%}'],
  ['{{', '}}'],
] as const;

type Block = { name: string; rest: string; source: string; inner: string };
const blocks = /^(?:highlight|codeblock|code|blockquote|pullquote|comment|raw|quote)$/;

/** Liquid of Jekyll, Octopress, Hexo and Eleventy: what shows the same text everywhere is replaced, the rest stays as text. */
export function convertLiquid(body: string, context: TemplateContext): string {
  if (!body.includes('{{') && !body.includes('{%')) return body;
  const { protectedText, unknown } = context;
  const open: Block[] = [];
  let result = '';
  const add = (written: string) => {
    const last = open.at(-1);
    if (last) last.inner += written;
    else result += written;
  };
  for (const piece of cutAtTags(body, delimiters)) {
    const last = open.at(-1);
    if (piece.type === 'text') add(piece.text);
    else if (last && piece.open === '{%' && tagOf(piece).name === `end${last.name}`) {
      open.pop();
      add(closed(last, context.isHtml));
    } else if (last?.name === 'raw' || last?.name === 'comment')
      add(last.name === 'raw' ? protectedText.protect(piece.source) : '');
    else if (piece.open === '{{') add(output(piece, context));
    else {
      const { name, rest } = tagOf(piece);
      if (blocks.test(name)) open.push({ name, rest, source: piece.source, inner: '' });
      else add(single(name, rest, context) ?? keep(name, piece.source));
    }
  }
  while (open.length > 0) {
    const last = open.pop();
    if (last) add(`${keep(last.name, last.source)}${last.inner}`);
  }
  return result;

  function keep(name: string, source: string): string {
    unknown.add(name);
    return protectedText.protect(source);
  }
}

function tagOf({ content }: Extract<Piece, { type: 'tag' }>): { name: string; rest: string } {
  const inside = content.replace(/^-/, '').replace(/-$/, '').trim();
  const name = /^[\w-]{1,60}/.exec(inside)?.[0] ?? '';
  return { name: name.toLowerCase(), rest: inside.slice(name.length).trim() };
}

function closed({ name, rest, inner }: Block, isHtml: boolean): string {
  switch (name) {
    case 'raw':
      return inner;
    case 'comment':
      return '';
    case 'blockquote':
    case 'pullquote':
    case 'quote':
      return quote(inner.replace(/^\{"|"\}$/g, ''), rest, isHtml);
    default: {
      const language =
        /(?:^|\s)lang:([\w+#-]{1,30})/.exec(rest)?.[1] ??
        (name === 'highlight' ? /^[\w+#.-]{1,30}/.exec(rest)?.[0] : '');
      return codeBlock(inner, language ?? '', isHtml);
    }
  }
}

function single(name: string, rest: string, context: TemplateContext): string | null {
  const { positional, named } = readArguments(rest);
  const first = positional[0] ?? '';
  switch (name) {
    case 'post_url':
    case 'link': {
      const target = rest.replace(/^["']|["']$/g, '');
      const address = context.addressOf(target);
      return address === null
        ? null
        : address.slice(address.startsWith('http') ? new URL(address).origin.length : 0);
    }
    case 'include':
    case 'include_relative':
    case 'include_cached':
    case 'render':
      return included(first, named);
    case 'img': {
      const at = positional.findIndex((word) => /^(?:https?:|\/|\.)|\.\w{3,4}$/.test(word));
      if (at === -1) return null;
      const words = positional.slice(at + 1).filter((word) => !/^\d+$/.test(word));
      return figure({
        src: positional[at] ?? '',
        alt: words[1] ?? words[0] ?? '',
        ...(words[0] ? { title: words[0] } : {}),
      });
    }
    case 'asset_img':
      return figure({ src: first, alt: positional.slice(1).join(' ') });
    case 'asset_path':
      return first;
    case 'more':
      return '';
    case 'toc':
      return '\n\n[TOC]\n\n';
    default: {
      const url =
        first === '' ? null : embedUrl(name, first, positional.length > 1 ? positional[1] : undefined);
      return url && embed(url);
    }
  }
}

const image = /\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#]|$)/i;

/** Includes are templates of the site; those with an image or a video are recognized by their arguments. */
function included(file: string, named: Readonly<Record<string, string>>): string | null {
  const src =
    named.src ?? named.image_path ?? named.url ?? named.image ?? named.path ?? named.file ?? named.img;
  const caption = named.caption ?? named.description;
  if (src && image.test(src))
    return figure({
      src,
      alt: named.alt ?? '',
      ...(caption ? { caption } : named.title ? { title: named.title } : {}),
    });
  const id = named.id ?? named.video_id ?? named.youtubeid ?? named.youtube_id;
  const provider = named.provider ?? /youtube|vimeo|tweet|twitter|gist|instagram/i.exec(file)?.[0];
  const url = id && provider ? embedUrl(provider.toLowerCase(), id, named.user) : null;
  return url && embed(url);
}

// Outputs

function output({ content, source }: Extract<Piece, { type: 'tag' }>, context: TemplateContext): string {
  const [expression = '', ...filters] = content
    .replace(/^-/, '')
    .replace(/-$/, '')
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
  if (/^site\.(?:url|production_url|github\.url)$/.test(expression))
    return url === '' ? '' : new URL(url).origin;
  const [scope, ...names] = expression.split('.');
  if ((scope !== 'site' && scope !== 'page') || names.length === 0 || names.length > 5) return null;
  let value: unknown = scope === 'site' ? settings : data;
  for (const name of names)
    value =
      isRecord(value) && Object.hasOwn(value, name.toLowerCase()) ? value[name.toLowerCase()] : undefined;
  return text(value) ?? null;
}

function filtered(value: string, filter: string, { basePath, url }: TemplateContext): string | null {
  const path = value.startsWith('/') || /^https?:/.test(value) ? value : `/${value}`;
  const isWhole = /^https?:/.test(value);
  switch (/^[a-z_]{1,40}/.exec(filter)?.[0]) {
    case 'relative_url':
    case 'url':
      return isWhole || (basePath !== '' && value.startsWith(basePath)) ? value : `${basePath}${path}`;
    case 'absolute_url':
      return isWhole ? value : `${url || basePath}${path}`;
    case 'prepend':
      if (/site\.baseurl/.test(filter)) return `${basePath}${value}`;
      return /site\.url/.test(filter) ? `${url === '' ? '' : new URL(url).origin}${value}` : null;
    case 'escape':
    case 'strip':
    case 'safe':
      return value;
    default:
      return null;
  }
}
