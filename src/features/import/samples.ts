import { changes } from '../../content/document/compare/changes.ts';
import { plainText } from '../../content/document/text.ts';
import type { ImportSample, ImportSamples } from './api.ts';
import type { PostItem, SourceItem } from './items.ts';
import type { Prepared } from './write-items.ts';

const maxSamples = 10;
const maxDiffering = 5;
const maxNames = 1000;
const maxSourceLength = 20_000;
const maxHtmlLength = 60_000;

/** Collects during a dry run what the owner is asked about, and some texts: those that differ first, then from all over the source. */
export class Samples {
  readonly #kinds = new Map<string, ImportSamples['kinds'][number]>();
  readonly #authors = new Set<string>();
  readonly #categories = new Set<string>();
  readonly #differing: ImportSample[] = [];
  #others: ImportSample[] = [];
  #seen = 0;
  #stride = 1;

  /** `item`: as the source has it. */
  add(item: SourceItem): void {
    if (item.kind === 'author') addName(this.#authors, item.name);
    if (item.kind === 'category') addName(this.#categories, item.path.at(-1)?.name);
    if (item.kind !== 'post' && item.kind !== 'page') return;
    for (const path of item.categories ?? []) addName(this.#categories, path.at(-1)?.name);
    const { kind, sourceKind: source_kind } = item;
    this.#kinds.getOrInsertComputed(`${source_kind} ${kind}`, () => ({ source_kind, kind, count: 0 }))
      .count++;
  }

  /** After it was converted. */
  addText({ item, post }: Prepared): void {
    if (!post || !('original' in item) || !item.original) return;
    const isPlain =
      (post.remarks.length === 0 && (item.remarks ?? []).length === 0) ||
      this.#differing.length >= maxDiffering;
    if (isPlain && this.#seen++ % this.#stride !== 0) return;
    const sample = sampleOf(item, post.text.post_content);
    if (!isPlain) this.#differing.push(sample);
    else this.#others.push(sample);
    if (this.#others.length <= maxSamples) return;
    this.#others = this.#others.filter((_, index) => index % 2 === 0);
    this.#stride *= 2;
  }

  result(): ImportSamples {
    return {
      kinds: [...this.#kinds.values()],
      authors: [...this.#authors],
      categories: [...this.#categories],
      posts: [...this.#differing, ...this.#others].slice(0, maxSamples),
    };
  }
}

function addName(names: Set<string>, name: string | undefined): void {
  if (name && names.size < maxNames) names.add(name);
}

function sampleOf({ key, label, original = '', addresses = [] }: PostItem, html: string): ImportSample {
  const url = addresses.find((address) => /^https?:/.test(address)) ?? '';
  const isHtml = /<\/?(?:p|div|br|h[1-6]|ul|ol|figure|article)\b/i.test(original);
  const shown = original.slice(0, maxHtmlLength).replace(/<(script|style)\b[^<]{0,20000}<\/\1>/gi, '');
  const source = (isHtml ? plainText(shown) : shown).slice(0, maxSourceLength).trim();
  const marked = markedSource(source, plainText(html));
  return { key, label, url, source: marked, html: html.length > maxHtmlLength ? '' : html };
}

/** URLs, tags and shortcodes are no words that readers see. */
const unseen =
  /\]\([^)\n]{0,2000}\)|https?:\/\/[^\s)>\]]+|<[^<>]{1,2000}>|\{[{%][^{}]{0,2000}[}%]\}|[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]/gu;
const word = /^[\p{L}\p{N}\p{M}]+$/u;

/** The source in pieces: words that the text lacks, and what is between them. */
function markedSource(source: string, text: string): ImportSample['source'] {
  const pieces = (source.match(unseen) ?? []).map((piece) => ({ piece, isWord: word.test(piece) }));
  const words = pieces.filter(({ isWord }) => isWord).map(({ piece }) => piece);
  const isMissing: boolean[] = [];
  for (const { kind, items } of changes(words, text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [], (one) => one))
    if (kind !== 'added') isMissing.push(...items.map(() => kind === 'removed'));
  const marked: ImportSample['source'] = [];
  let at = 0;
  for (const { piece, isWord } of pieces) {
    const missing = isWord
      ? (isMissing[at++] ?? false)
      : (marked.at(-1)?.isMissing ?? false) && piece === ' ';
    const last = marked.at(-1);
    if (last?.isMissing === missing) last.text += piece;
    else marked.push({ text: piece, isMissing: missing });
  }
  return marked;
}
