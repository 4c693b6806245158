import { escapeHtml, markdownInline } from './markdown-inline.ts';

type Lines = { rest: string[] };

const fence = /^ {0,3}(```+|~~~+)\s*([\w+#.-]*)[^`]*$/;
const heading = /^ {0,3}(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*$/;
const rule = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const quote = /^ {0,3}> ?/;
const bullet = /^( {0,3})([-*+])( {1,4})(?=\S)/;
const numbered = /^( {0,3})(\d{1,9})[.)]( {1,4})(?=\S)/;
const tableRule = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/;

/** Whether a plain text says by its marks that it was written as Markdown; a lone `#` or `*` is no sign. */
export function isMarkdown(text: string): boolean {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  if (lines.filter((line) => fence.test(line)).length >= 2 || lines.some((line) => tableRule.test(line)))
    return true;
  if (/!?\[[^\]\n]*\]\((?:https?:\/\/|\/|#|mailto:)[^)\s]*\)/i.test(text)) return true;
  if (/(?:^|[\s(])(?:\*\*|__)(?=\S)[^\n]*?\S(?:\*\*|__)(?=$|[\s)]|[.,;:!?](?:\s|$))/m.test(text)) return true;
  if (lines.filter((line) => bullet.test(line)).length >= 2 || isNumbered(lines)) return true;
  const headings = lines.flatMap((line, index) => (heading.test(line) ? [index] : []));
  // A comment of a script begins like a heading, but code follows it at once.
  if (headings.length > 0)
    return headings.every(
      (index) => !lines[index - 1]?.trim() && !lines[index + 1]?.trim() && lines.length > 1,
    );
  return lines.filter((line) => quote.test(line)).length >= 2;
}

function isNumbered(lines: string[]): boolean {
  const numbers = lines.flatMap((line) => numbered.exec(line)?.[2] ?? []).map(Number);
  return (
    numbers.length >= 2 &&
    numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1)
  );
}

/** HTML for pasted Markdown. It goes through the editor's schema, so nothing here needs to be filtered. */
export function markdownToHtml(text: string): string {
  return blocks(text.replace(/\r\n?/g, '\n').replace(/\t/g, '    ').split('\n'));
}

function blocks(all: string[]): string {
  const lines: Lines = { rest: [...all] };
  let html = '';
  while (lines.rest.length > 0) html += block(lines);
  return html;
}

function block(lines: Lines): string {
  const first = lines.rest[0] ?? '';
  if (first.trim() === '') {
    lines.rest.shift();
    return '';
  }
  if (fence.test(first)) return fenced(lines);
  if (/^ {4}\S/.test(first)) return indented(lines);
  const title = heading.exec(first);
  if (title) {
    lines.rest.shift();
    const level = title[1]?.length;
    return `<h${level}>${markdownInline(title[2] ?? '')}</h${level}>`;
  }
  if (rule.test(first)) {
    lines.rest.shift();
    return '<hr>';
  }
  if (quote.test(first)) return quoted(lines);
  if (bullet.test(first)) return list(lines, bullet);
  if (numbered.test(first)) return list(lines, numbered);
  if (first.includes('|') && tableRule.test(lines.rest[1] ?? '')) return table(lines);
  return paragraph(lines);
}

function fenced({ rest }: Lines): string {
  const [, marker = '', language = ''] = fence.exec(rest.shift() ?? '') ?? [];
  const end = rest.findIndex((line) => line.trim().startsWith(marker) && /^\s*[`~]+\s*$/.test(line));
  const code = rest.splice(0, end === -1 ? rest.length : end);
  rest.shift();
  const name = language ? ` class="language-${escapeHtml(language.toLowerCase())}"` : '';
  return `<pre><code${name}>${escapeHtml(code.join('\n'))}</code></pre>`;
}

function indented({ rest }: Lines): string {
  const end = rest.findIndex((line) => line.trim() !== '' && !line.startsWith('    '));
  const code = rest.splice(0, end === -1 ? rest.length : end).map((line) => line.slice(4));
  return `<pre><code>${escapeHtml(code.join('\n').trimEnd())}</code></pre>`;
}

function quoted({ rest }: Lines): string {
  const inner: string[] = [];
  while (rest[0]?.trim() && (quote.test(rest[0]) || !startsBlock(rest[0])))
    inner.push((rest.shift() ?? '').replace(quote, ''));
  return `<blockquote>${blocks(inner)}</blockquote>`;
}

function list(lines: Lines, marker: RegExp): string {
  const start = marker === numbered ? Number(numbered.exec(lines.rest[0] ?? '')?.[2]) : 1;
  let items = '';
  while (marker.test(lines.rest[0] ?? '')) items += item(lines, marker);
  const name = marker === numbered ? 'ol' : 'ul';
  return `<${name}${start === 1 ? '' : ` start="${start}"`}>${items}</${name}>`;
}

function item({ rest }: Lines, marker: RegExp): string {
  const first = rest.shift() ?? '';
  const indent = marker.exec(first)?.[0].length ?? 0;
  const inner = [first.slice(indent)];
  while (rest.length > 0) {
    const line = rest[0] ?? '';
    const deeper = /^ */.exec(line)?.[0].length ?? 0;
    const next = rest.find((following) => following.trim() !== '') ?? '';
    if (line.trim() === '' && !/^ {2,}\S/.test(next)) {
      // One blank line between items keeps them in one list.
      if (marker.test(next)) rest.shift();
      break;
    }
    if (line.trim() !== '' && deeper < 2 && startsBlock(line)) break;
    inner.push(line.slice(Math.min(deeper, indent)));
    rest.shift();
  }
  return `<li>${blocks(inner)}</li>`;
}

function table({ rest }: Lines): string {
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replace(/\\\|/g, '|'));
  const head = cells(rest.shift() ?? '');
  const sides = cells(rest.shift() ?? '').map(alignmentOf);
  const row = (names: string[], tag: string) =>
    `<tr>${head.map((_, index) => `<${tag}${sides[index] ?? ''}>${markdownInline(names[index] ?? '')}</${tag}>`).join('')}</tr>`;
  let body = '';
  while (rest[0]?.includes('|')) body += row(cells(rest.shift() ?? ''), 'td');
  return `<table><thead>${row(head, 'th')}</thead>${body && `<tbody>${body}</tbody>`}</table>`;
}

function alignmentOf(cell: string): string {
  if (/^:-+:$/.test(cell)) return ' style="text-align: center;"';
  return /^-+:$/.test(cell) ? ' style="text-align: right;"' : '';
}

function paragraph({ rest }: Lines): string {
  const text = [rest.shift() ?? ''];
  while (rest[0]?.trim()) {
    const underline = /^ {0,3}(=+|-+) *$/.exec(rest[0])?.[1];
    if (underline) {
      rest.shift();
      const level = underline.startsWith('=') ? 1 : 2;
      return `<h${level}>${markdownInline(text.join(' ').trim())}</h${level}>`;
    }
    if (startsBlock(rest[0])) break;
    text.push(rest.shift() ?? '');
  }
  return `<p>${markdownInline(text.map((line) => line.trimStart()).join('\n'))}</p>`;
}

function startsBlock(line: string): boolean {
  return [fence, heading, rule, quote, bullet, numbered].some((start) => start.test(line));
}
