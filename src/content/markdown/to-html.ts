import type { Token } from 'markdown-it';
import { splitFrontMatter } from './front-matter.ts';
import { escapeAttribute, escapeText } from './markup.ts';
import { parser } from './parser.ts';
import { rawBlock, rawTag, tagName } from './raw-html.ts';

/**
 * HTML of a Markdown text, in the spelling of stored posts as far as the text allows. It may contain any HTML that the
 * author wrote, so it has to go through the sanitizer or the editor's schema.
 */
export function markdownToHtml(markdown: string): { frontMatter: string | null; html: string } {
  const { frontMatter, body } = splitFrontMatter(markdown);
  return { frontMatter, html: new HtmlWriter(parser.parse(body, {}), body.length).blocks() };
}

type Definition = { start: number; end: number; isUsed: boolean };

class HtmlWriter {
  readonly #tokens: Token[];
  readonly #definitions = new Map<string, Definition>();
  /** Notes and link definitions can be used many times; without a limit a small text could become a huge one. */
  #budget: number;
  #isInNote = false;
  #label = '';

  constructor(tokens: Token[], length: number) {
    this.#tokens = tokens;
    this.#budget = 10 * length + 10_000;
    this.#findDefinitions();
  }

  #findDefinitions(): void {
    const open: { label: string; start: number }[] = [];
    this.#tokens.forEach((token, index) => {
      if (token.type === 'footnote_open') open.push({ label: String(token.meta?.label), start: index });
      if (token.type !== 'footnote_close') return;
      const { label, start } = open.pop() ?? { label: '', start: 0 };
      if (!this.#definitions.has(label)) this.#definitions.set(label, { start, end: index, isUsed: false });
    });
    for (const token of this.#tokens)
      for (const child of token.children ?? [])
        if (child.type === 'footnote_reference') this.#markUsed(String(child.meta?.label));
  }

  #markUsed(label: string): void {
    const definition = this.#definitions.get(label);
    if (definition) definition.isUsed = true;
  }

  blocks(): string {
    let html = '';
    for (let index = 0; index < this.#tokens.length; index += 1) {
      const token = this.#tokens[index] as Token;
      const used = this.#usedDefinition(token, index);
      if (used) index = used.end;
      else html += this.#block(token, index);
    }
    return html;
  }

  #usedDefinition(token: Token, index: number): Definition | null {
    if (token.type !== 'footnote_open') return null;
    const definition = this.#definitions.get(String(token.meta?.label));
    return definition?.isUsed && definition.start === index ? definition : null;
  }

  #block(token: Token, index: number): string {
    switch (token.type) {
      case 'inline':
        return this.#inline(token.children ?? []);
      case 'html_block':
        return rawBlock(token.content);
      case 'fence':
      case 'code_block':
        return codeBlock(token);
      case 'math_block':
        return `<div class="math">${escapeText(token.content)}</div>`;
      case 'table_of_contents':
        return '<nav class="toc"></nav>';
      case 'hr':
        return '<hr>';
      case 'footnote_open':
        // A note without a reference stays visible.
        this.#label = `[^${token.meta?.label}]: `;
        return '';
      case 'footnote_close':
        return this.#label && `<p>${this.#inline([])}</p>`;
      default:
        return this.#container(token, index);
    }
  }

  #container(token: Token, index: number): string {
    const { nesting, meta, tag } = token;
    const name = meta?.callout ? 'aside' : tag;
    if (nesting === 1) return `<${name}${blockAttributes(token)}>`;
    const isEmpty = this.#tokens[index - 1]?.nesting === 1 && /^(?:blockquote|aside|li|dd)$/.test(name);
    return `${isEmpty ? '<p></p>' : ''}</${name}>`;
  }

  #inline(tokens: Token[]): string {
    const written = tokens.filter(({ type, content }) => type !== 'text' || content !== '');
    const closings = new Map<string, number>();
    written.forEach(({ type, content }, index) => {
      const { name, isClosing } = type === 'html_inline' ? tagName(content) : { name: '', isClosing: false };
      if (isClosing) closings.set(name, index);
    });
    let html = escapeText(this.#label);
    this.#label = '';
    for (const [index, token] of strongOutside(written).entries()) {
      if (token.type === 'html_inline') {
        const { name, isClosing } = tagName(token.content);
        html += rawTag(token.content, name, isClosing || (closings.get(name) ?? -1) > index);
      } else html += this.#inlineToken(token);
    }
    return html;
  }

  #inlineToken(token: Token): string {
    switch (token.type) {
      case 'softbreak':
        return ' ';
      case 'hardbreak':
        return '<br>';
      case 'code_inline':
        return `<code>${escapeText(token.content)}</code>`;
      case 'math_inline':
        return `<span class="math">${escapeText(token.content)}</span>`;
      case 'image':
        return this.#image(token);
      case 'link_open':
        return `<a${this.#attributes(token, ['href', 'title'])}>`;
      case 'footnote_reference':
        return this.#note(token);
      case 'footnote_inline':
        return this.#isInNote
          ? this.#inline(token.children ?? [])
          : this.#asNote(() => this.#inline(token.children ?? []));
      default:
        if (token.nesting === 0) return escapeText(token.content);
        return token.nesting === 1 ? `<${token.tag}>` : `</${token.tag}>`;
    }
  }

  #image(token: Token): string {
    const alt = escapeAttribute(plainText(token.children ?? []));
    return `<img${this.#attributes(token, ['src'])} alt="${alt}"${this.#attributes(token, ['title'])}>`;
  }

  #attributes(token: Token, names: string[]): string {
    let written = '';
    for (const name of names) {
      const value = token.attrGet(name);
      if (value === null) continue;
      this.#budget -= String(value).length;
      if (this.#budget > 0) written += ` ${name}="${escapeAttribute(String(value))}"`;
    }
    return written;
  }

  #note(token: Token): string {
    const definition = this.#definitions.get(String(token.meta?.label));
    if (!definition || this.#isInNote || this.#budget <= 0) return escapeText(token.content);
    const html = this.#asNote(() => this.#lines(definition));
    this.#budget -= html.length;
    return html;
  }

  #asNote(write: () => string): string {
    this.#isInNote = true;
    const html = `<span class="footnote">${write()}</span>`;
    this.#isInNote = false;
    return html;
  }

  /** A note is one line of text, so its blocks are separated by line breaks. */
  #lines({ start, end }: Definition): string {
    return this.#tokens
      .slice(start + 1, end)
      .flatMap((token) => {
        if (token.type === 'inline') return this.#inline(token.children ?? []);
        return token.content ? `<code>${escapeText(token.content.trimEnd())}</code>` : [];
      })
      .join('<br>');
  }
}

function blockAttributes({ meta, attrs, type }: Token): string {
  if (meta?.callout) return ` class="callout ${meta.callout}"`;
  if (meta?.tasks) return ' class="tasks"';
  if (meta?.done) return ' class="done"';
  const value = (name: string) => attrs?.find(([own]) => own === name)?.[1];
  if (type === 'ordered_list_open') {
    const start = value('start');
    return start === undefined || Number(start) === 1 ? '' : ` start="${Number(start)}"`;
  }
  const side = /^text-align:(center|right)$/.exec(String(value('style') ?? ''))?.[1];
  return side ? ` style="text-align: ${side};"` : '';
}

function codeBlock({ info, content }: Token): string {
  const language = /^[a-z\d][a-z\d+#._-]{0,30}(?=[\s,:{]|$)/i.exec(info.trim())?.[0].toLowerCase();
  const code = content.replace(/\n$/, '');
  return `<pre><code${language ? ` class="language-${language}"` : ''}>${escapeText(code)}</code></pre>`;
}

function plainText(tokens: Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      return children ? plainText(children) : content;
    })
    .join('');
}

/** `***a***` is emphasis around strong text for the parser; stored posts nest the other way round. */
function strongOutside(tokens: Token[]): Token[] {
  const ordered = [...tokens];
  const open: number[] = [];
  const opening = new Map<number, number>();
  tokens.forEach(({ nesting, type }, index) => {
    if (nesting === 1) open.push(index);
    if (nesting !== -1) return;
    const start = open.pop() ?? 0;
    opening.set(index, start);
    const isAroundStrong = tokens[start + 1]?.type === 'strong_open' && opening.get(index - 1) === start + 1;
    if (type !== 'em_close' || !isAroundStrong) return;
    [ordered[start], ordered[start + 1]] = [tokens[start + 1] as Token, tokens[start] as Token];
    [ordered[index - 1], ordered[index]] = [tokens[index] as Token, tokens[index - 1] as Token];
  });
  return ordered;
}
