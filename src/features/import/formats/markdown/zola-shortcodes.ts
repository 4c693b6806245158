import { shortcodeHtml, type TemplateContext } from './shortcode-html.ts';
import { type Arguments, cutAtTags, readArguments } from './template-tags.ts';

const delimiters = [
  ['{{', '}}'],
  ['{%', '%}'],
] as const;
const call = /^\s{0,9}([A-Za-z_]\w{0,60})\s{0,5}\((.*)\)\s{0,9}$/s;

/** `{{ youtube(id="x") }}` and `{% quote(author="x") %}…{% end %}`. */
export function convertZola(body: string, context: TemplateContext): string {
  if (!body.includes('{{') && !body.includes('{%')) return body;
  const open: { name: string; args: Arguments; source: string; inner: string }[] = [];
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
          shortcodeHtml(last.name, last.args, last.inner, context) ??
            `${unknown(last.name, last.source)}${last.inner}${context.protectedText.protect(piece.source)}`,
        );
    } else if (name === '') add(context.protectedText.protect(piece.source));
    else if (piece.open === '{%')
      open.push({
        name: name.toLowerCase(),
        args: readArguments(list),
        source: piece.source,
        inner: '',
      });
    else
      add(
        shortcodeHtml(name.toLowerCase(), readArguments(list), null, context) ?? unknown(name, piece.source),
      );
  }
  while (open.length > 0) {
    const last = open.pop();
    if (last) add(`${unknown(last.name, last.source)}${last.inner}`);
  }
  return result;
}
