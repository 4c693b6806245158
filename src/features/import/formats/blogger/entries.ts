import type { SourceEntry } from '../../../../platform/files/source.ts';
import { TooLarge } from '../../../../platform/files/text-file.ts';

const entryMax = 32 * 1024 * 1024;

export type Tag = Readonly<Record<string, string>>;

/** One `<entry>` of the feed, or (first) what stands before all of them. */
export class AtomEntry {
  readonly #text: string;
  readonly #author: string;

  constructor(text: string) {
    // The author has elements with names of the entry's own.
    const start = text.indexOf('<author>');
    const end = start === -1 ? -1 : text.indexOf('</author>', start);
    this.#author = end === -1 ? '' : text.slice(start, end);
    this.#text = end === -1 ? text : text.slice(0, start) + text.slice(end);
  }

  /** The text of the first element with this name. */
  text(name: string): string {
    return textIn(this.#text, name);
  }

  author(name: string): string {
    return textIn(this.#author, name);
  }

  /** The attributes of all elements with this name. */
  tags(name: string): Tag[] {
    const found: Tag[] = [];
    let at = this.#text.indexOf(`<${name}`);
    while (at !== -1 && found.length < 10_000) {
      const end = this.#text.indexOf('>', at);
      if (end === -1) break;
      if (/[\s/>]/.test(this.#text[at + name.length + 1] ?? ''))
        found.push(attributesOf(this.#text.slice(at + name.length + 1, end)));
      at = this.#text.indexOf(`<${name}`, end);
    }
    return found;
  }
}

function textIn(text: string, name: string): string {
  let at = text.indexOf(`<${name}`);
  while (at !== -1 && !/[\s/>]/.test(text[at + name.length + 1] ?? '')) at = text.indexOf(`<${name}`, at + 1);
  const start = at === -1 ? -1 : text.indexOf('>', at);
  if (start === -1 || text[start - 1] === '/') return '';
  const end = text.indexOf(`</${name}>`, start);
  const inside = text.slice(start + 1, end === -1 ? undefined : end).trim();
  return inside.startsWith('<![CDATA[') ? inside.slice(9).replace(/\]\]>$/, '') : decoded(inside);
}

function attributesOf(text: string): Tag {
  const tag: Record<string, string> = Object.create(null);
  for (const [, name = '', double, single] of text
    .slice(0, 10_000)
    .matchAll(/(?<![\w:.-])([\w:.-]+)=(?:"([^"]*)"|'([^']*)')/g))
    tag[name] = decoded(double ?? single ?? '');
  return tag;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' };

function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (whole, decimal, hex, name) => {
      if (name) return named[name.toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
        ? String.fromCodePoint(code)
        : '';
    },
  );
}

/** Cuts a feed at its entries. One that is not closed ends where the next one begins. */
export async function* entriesOf(file: SourceEntry): AsyncGenerator<AtomEntry> {
  const decoder = new TextDecoder('utf-8');
  const stream = await file.open();
  let text = '';
  let hasHead = false;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > entryMax) throw new TooLarge(`An entry of ${file.path} is too large.`);
      // Looking again and again at a long entry would take quadratic time.
      if (chunk.includes('<') && /<\/?entry/.test(text.slice(-chunk.length - 20))) yield* take(false);
    }
    text += decoder.decode();
    yield* take(true);
  } finally {
    stream.destroy();
  }

  function* take(isLast: boolean): Generator<AtomEntry> {
    let at = 0;
    if (!hasHead) {
      const first = beginning(text, 0);
      if (first === -1 && !isLast) return;
      hasHead = true;
      at = first === -1 ? text.length : first;
      yield new AtomEntry(text.slice(0, at));
    }
    for (;;) {
      const start = beginning(text, at);
      if (start === -1) break;
      const close = text.indexOf('</entry>', start);
      const next = beginning(text, start + 6);
      if (close === -1 && next === -1 && !isLast) break;
      const ends = [close, next].filter((end) => end !== -1);
      const end = ends.length > 0 ? Math.min(...ends) : text.length;
      yield new AtomEntry(text.slice(start, end));
      at = end;
    }
    text = text.slice(at);
  }
}

function beginning(text: string, from: number): number {
  let at = text.indexOf('<entry', from);
  while (at !== -1 && !/[\s>]/.test(text[at + 6] ?? '')) at = text.indexOf('<entry', at + 6);
  return at;
}
