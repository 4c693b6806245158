import { Markup } from './html-pieces.ts';
import { codeBlock } from './markup.ts';

/** Tags that give shape to code. All others inside of code are part of it, although HTML would read them as tags. */
const formatting = new Set(
  (
    'a abbr b big blockquote br center cite code del dfn div em font h1 h2 h3 h4 h5 h6 i iframe img ins kbd li mark math ' +
    'noscript ol p pre q s samp script small span strike strong style sub sup svg table tbody td th thead tr tt u ul ' +
    'var wbr'
  ).split(' '),
);
/** Highlighters of the server write these. */
const highlighting = new Set(['br', 'code', 'font', 'mark', 'span']);
/** No author formats code with these: the code is HTML, or a template of it. */
const structural =
  /<(?:!doctype|html|head|body|form|input|link|meta|title|button|select|\?php|\?=|%)[\s>=%]/i;
/** SyntaxHighlighter, Crayon, Enlighter: their code is written as it is, tags included. */
const marks = /\bbrush:|\blang:\s{0,9}[\w+#-]|\bEnlighterJSRAW\b|\bdata-enlighter-language=|\bcrayon-/i;
/** WP-Syntax and CodeColorer: `<pre lang="xml" line="1">`. */
const language = /\slang=["']?([\w+#.-]{1,30})/i;

const tags = /<\/?([a-z][\w:.-]{0,60})(?=[\s/>]|$)[^<>]*>?|<\/?([a-z][\w:.-]{0,60})/gi;

/**
 * Escapes tags that are part of code, before the HTML is parsed: a parser would drop them, and lower-case or close others.
 * `codes` are the contents of all such blocks, so that the caller can compare them with the result.
 */
export function escapeCode(html: string): { html: string; codes: string[] } {
  const codes: string[] = [];
  const markup = new Markup(html);
  const output: string[] = [];
  let done = 0;
  for (const { index } of html.matchAll(/<(?:pre|code)[\s>]/gi)) {
    const open = index < done ? null : markup.at(index);
    const close = open ? markup.endOfVerbatim(open) : -1;
    if (!open || close <= open.end) continue;
    const tag = html.slice(index, open.end);
    const content = html.slice(open.end, close);
    const escaped = content.includes('<') ? escapedCode(tag, content) : content;
    if (escaped === content) continue;
    codes.push(escaped);
    const [, name] = language.exec(tag) ?? [];
    // CodeColorer shows `<code lang="php">` as a block.
    const isBlock = open.name === 'code' && name !== undefined && content.includes('\n');
    output.push(html.slice(done, index), isBlock ? codeBlock(escaped.trim(), name) : tag + escaped);
    done = isBlock ? html.indexOf('>', close) + 1 || html.length : close;
  }
  output.push(html.slice(done));
  return { html: output.join(''), codes };
}

function escapedCode(tag: string, content: string): string {
  const [all, inner = '', code = ''] =
    /^(\s{0,20}<code(?:\s[^<>]*)?>)([\s\S]*)$/i.exec(content.replace(/<\/code>\s{0,20}$/i, '')) ?? [];
  if (all !== undefined)
    return inner + escapedCode(`${tag}${inner}`.replace(language, ''), code) + content.slice(all.length);
  const names = [...content.matchAll(tags)].map(([, name, cut]) => (name ?? cut ?? '').toLowerCase());
  const isWritten = language.test(tag) && !/\sescaped=["']?true/i.test(tag);
  const isRaw =
    isWritten ||
    structural.test(content) ||
    (marks.test(tag) && names.some((name) => !highlighting.has(name)));
  if (isRaw) return content.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return content.replace(tags, (whole: string, name?: string, cut?: string) =>
    formatting.has((name ?? cut ?? '').toLowerCase())
      ? whole
      : whole.replace('<', '&lt;').replace('>', '&gt;'),
  );
}
