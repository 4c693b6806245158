import { escapeHtml, markdownInline } from './markdown-inline.ts';

const longest = 200_000;
const deepest = 20;

const fence = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))(?!.*`)\s*([\w+#.-]*)/s;
const heading = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
const rule = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const quote = /^ {0,3}> ?/;
const bullet = /^( {0,3})([-*+])( {1,4})(?=\S)/;
const numbered = /^( {0,3})(\d{1,9})[.)]( {1,4})(?=\S)/;
const link = /\[[^[\]\n]{0,300}\]\((?:https?:\/\/|\/|#|mailto:)[^()[\]\s]{0,2000}\)/i;
const strong = /(?:^|[\s(])(?:\*\*|__)(?=\S)[^\n]{0,300}?\S(?:\*\*|__)(?=$|[\s)]|[.,;:!?](?:\s|$))/m;

/** Whether a plain text says by its marks that it was written as Markdown; a lone `#` or `*` is no sign. */
export function isMarkdown(text: string): boolean {
  if (text.length > longest) return false;
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const count = (start: RegExp) => lines.filter((line) => start.test(line)).length;
  if (count(fence) >= 2 || lines.some(isTableRule) || link.test(text) || strong.test(text)) return true;
  if (count(bullet) >= 2 || isNumbered(lines)) return true;
  return count(heading) > 0 ? lines.length > 1 && areHeadings(lines) : count(quote) >= 2;
}

/** A comment of a script begins like a heading, but code follows it at once. */
function areHeadings(lines: string[]): boolean {
  return lines.every(
    (line, index) => !heading.test(line) || (!lines[index - 1]?.trim() && !lines[index + 1]?.trim()),
  );
}

function isNumbered(lines: string[]): boolean {
  const numbers = lines.flatMap((line) => numbered.exec(line)?.[2] ?? []).map(Number);
  const follows = (number: number, index: number) => index === 0 || number - 1 === numbers[index - 1];
  return numbers.length >= 2 && numbers.every(follows);
}

function isTableRule(line: string): boolean {
  return line.includes('|') && cellsOf(line).every((cell) => /^:?-+:?$/.test(cell));
}

/** HTML for pasted Markdown. It goes through the editor's schema, so nothing here needs to be filtered. */
export function markdownToHtml(text: string): string {
  return new Reader(text.replace(/\r\n?/g, '\n').replace(/\t/g, '    ').split('\n'), 0).blocks();
}

class Reader {
  readonly #lines: string[];
  readonly #depth: number;
  #at = 0;

  constructor(lines: string[], depth: number) {
    this.#lines = lines;
    this.#depth = depth;
  }

  blocks(): string {
    if (this.#depth > deepest) return `<p>${markdownInline(this.#lines.join('\n'))}</p>`;
    let html = '';
    while (this.#at < this.#lines.length) html += this.#block();
    return html;
  }

  get #first(): string {
    return this.#lines[this.#at] ?? '';
  }

  #next(): string {
    this.#at += 1;
    return this.#lines[this.#at - 1] ?? '';
  }

  #until(isEnd: (line: string) => boolean): string[] {
    const begin = this.#at;
    while (this.#at < this.#lines.length && !isEnd(this.#first)) this.#at += 1;
    return this.#lines.slice(begin, this.#at);
  }

  #inner(lines: string[]): string {
    return new Reader(lines, this.#depth + 1).blocks();
  }

  #block(): string {
    const line = this.#first;
    if (line.trim() === '') {
      this.#at += 1;
      return '';
    }
    if (fence.test(line)) return this.#fenced();
    if (line.startsWith('    ')) return this.#indented();
    if (heading.test(line)) return this.#heading();
    if (rule.test(line)) {
      this.#at += 1;
      return '<hr>';
    }
    if (quote.test(line)) return this.#quote();
    if (bullet.test(line)) return this.#list(bullet);
    if (numbered.test(line)) return this.#list(numbered);
    if (line.includes('|') && isTableRule(this.#lines[this.#at + 1] ?? '')) return this.#table();
    return this.#paragraph();
  }

  #fenced(): string {
    const [, marker = '', language = ''] = fence.exec(this.#next()) ?? [];
    const code = this.#until((line) => line.trim().startsWith(marker) && /^ *[`~]+ *$/.test(line));
    this.#at += 1;
    const name = language ? ` class="language-${escapeHtml(language.toLowerCase())}"` : '';
    return `<pre><code${name}>${escapeHtml(code.join('\n'))}</code></pre>`;
  }

  #indented(): string {
    const code = this.#until((line) => line.trim() !== '' && !line.startsWith('    '));
    return `<pre><code>${escapeHtml(
      code
        .map((line) => line.slice(4))
        .join('\n')
        .trimEnd(),
    )}</code></pre>`;
  }

  #heading(): string {
    const [, signs = '', text = ''] = heading.exec(this.#next()) ?? [];
    const title = text
      .trimEnd()
      .replace(/(?<!\\)#{1,9}$/, '')
      .trimEnd();
    return `<h${signs.length}>${markdownInline(title)}</h${signs.length}>`;
  }

  #quote(): string {
    const inner = this.#until((line) => line.trim() === '' || (!quote.test(line) && startsBlock(line)));
    return `<blockquote>${this.#inner(inner.map((line) => line.replace(quote, '')))}</blockquote>`;
  }

  #list(marker: RegExp): string {
    const start = marker === numbered ? Number(numbered.exec(this.#first)?.[2]) : 1;
    let items = '';
    while (marker.test(this.#first)) items += this.#item(marker);
    const name = marker === numbered ? 'ol' : 'ul';
    return `<${name}${start === 1 ? '' : ` start="${start}"`}>${items}</${name}>`;
  }

  #item(marker: RegExp): string {
    const first = this.#next();
    const indent = marker.exec(first)?.[0].length ?? 0;
    const inner = [first.slice(indent)];
    while (this.#at < this.#lines.length) {
      const line = this.#first;
      const own = /^ */.exec(line)?.[0].length ?? 0;
      if (line.trim() === '') {
        const next = this.#lines[this.#at + 1] ?? '';
        // One blank line between items keeps them in one list.
        if (marker.test(next)) this.#at += 1;
        if (!/^ {2,}\S/.test(next)) break;
      } else if (own < 2 && startsBlock(line)) break;
      inner.push(line.slice(Math.min(own, indent)));
      this.#at += 1;
    }
    return `<li>${this.#inner(inner)}</li>`;
  }

  #table(): string {
    const head = cellsOf(this.#next());
    const sides = cellsOf(this.#next()).map(alignmentOf);
    const row = (cells: string[], tag: string) =>
      `<tr>${head.map((_, column) => `<${tag}${sides[column] ?? ''}>${markdownInline(cells[column] ?? '')}</${tag}>`).join('')}</tr>`;
    const body = this.#until((line) => !line.includes('|')).map((line) => row(cellsOf(line), 'td'));
    return `<table><thead>${row(head, 'th')}</thead>${body.length > 0 ? `<tbody>${body.join('')}</tbody>` : ''}</table>`;
  }

  #paragraph(): string {
    const first = this.#next();
    const rest = this.#until(
      (line) => line.trim() === '' || /^ {0,3}(?:=+|-+) *$/.test(line) || startsBlock(line),
    );
    const text = [first, ...rest].map((line) => line.trimStart()).join('\n');
    const level = /^ {0,3}(?:(=+)|-+) *$/.exec(this.#first);
    if (!level) return `<p>${markdownInline(text)}</p>`;
    this.#at += 1;
    const name = level[1] ? 'h1' : 'h2';
    return `<${name}>${markdownInline(text.trim())}</${name}>`;
  }
}

function startsBlock(line: string): boolean {
  return [fence, heading, rule, quote, bullet, numbered].some((start) => start.test(line));
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\\\|/g, '|'));
}

function alignmentOf(cell: string): string {
  if (/^:-+:$/.test(cell)) return ' style="text-align: center;"';
  return /^-+:$/.test(cell) ? ' style="text-align: right;"' : '';
}
