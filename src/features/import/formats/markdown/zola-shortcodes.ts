import { calloutKind } from '../../../../content/foreign/callouts.ts';
import type { TemplateContext } from './hugo-shortcodes.ts';
import { callout, embed, embedUrl, figure, quote } from './pieces.ts';
import { cutAtTags, readArguments } from './template-tags.ts';

const delimiters = [
  ['{{', '}}'],
  ['{%', '%}'],
] as const;
const call = /^\s{0,9}([A-Za-z_]\w{0,60})\s{0,5}\((.*)\)\s{0,9}$/s;

/** `{{ youtube(id="x") }}` and `{% quote(author="x") %}…{% end %}`. */
export function convertZola(body: string, context: TemplateContext): string {
  if (!body.includes('{{') && !body.includes('{%')) return body;
  const open: { name: string; args: Record<string, string>; source: string; inner: string }[] = [];
  let result = '';
  const add = (text: string) => {
    const last = open.at(-1);
    if (last) last.inner += text;
    else result += text;
  };
  const unknown = (name: string, source: string) => {
    context.unknown.add(name);
    return context.protectedText.protect(source);
  };
  for (const piece of cutAtTags(body, delimiters)) {
    if (piece.type === 'text') {
      add(piece.text);
      continue;
    }
    const [, name = '', list = ''] = call.exec(piece.content) ?? [];
    if (/^\s*\/\*/.test(piece.content))
      add(context.protectedText.protect(piece.source.replace('/*', '').replace('*/', '')));
    else if (piece.open === '{%' && piece.content.trim() === 'end') {
      const last = open.pop();
      if (!last) add(unknown('end', piece.source));
      else
        add(
          blockOf(last) ??
            `${unknown(last.name, last.source)}${last.inner}${context.protectedText.protect(piece.source)}`,
        );
    } else if (name === '') add(context.protectedText.protect(piece.source));
    else if (piece.open === '{%')
      open.push({
        name: name.toLowerCase(),
        args: readArguments(list).named,
        source: piece.source,
        inner: '',
      });
    else add(inlineOf(name.toLowerCase(), readArguments(list).named) ?? unknown(name, piece.source));
  }
  while (open.length > 0) {
    const last = open.pop();
    if (last) add(`${unknown(last.name, last.source)}${last.inner}`);
  }
  return result;
}

function inlineOf(name: string, args: Readonly<Record<string, string>>): string | null {
  const src = args.src ?? args.path ?? args.url;
  const caption = args.caption ?? args.title;
  if (/^(?:figure|img|image|resize_image)$/.test(name) && src)
    return figure({ src: src.replace(/^@\//, '/'), alt: args.alt ?? '', ...(caption ? { caption } : {}) });
  const url = args.id === undefined ? (args.url ?? null) : embedUrl(name, args.id, args.user);
  return url && embed(url);
}

function blockOf({
  name,
  args,
  inner,
}: {
  name: string;
  args: Readonly<Record<string, string>>;
  inner: string;
}): string | null {
  if (/quote/.test(name)) return quote(inner, args.author, false);
  if (/^(?:note|tip|warning|danger|info|important|alert|callout|admonition)$/.test(name))
    return callout(calloutKind(`${name} ${args.type ?? args.kind ?? ''}`), inner, args.title);
  return null;
}
