import fc from 'fast-check';

/**
 * Random documents in the one spelling of docs/development/document-format.md, over everything that a post can hold. A document is
 * made from a list of bytes, each of which decides one choice, and the first choice is always the simplest: this is
 * much cheaper than nested arbitraries, and shrinking the bytes simplifies the document.
 */
export const documentTrees: fc.Arbitrary<string> = fc
  .uint8Array({ minLength: 0, maxLength: 700, size: 'max' })
  .map(documentFrom);

/** The document that these bytes stand for; after the last byte every choice is 0. */
export function documentFrom(bytes: Uint8Array): string {
  const choices = new Choices(bytes);
  return many(choices, 6, () => block(choices, 0)).join('');
}

class Choices {
  readonly #bytes: Uint8Array;
  #next = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.#next >= this.#bytes.length;
  }

  /** A number from 0 to `count` - 1. */
  below(count: number): number {
    return (this.#bytes[this.#next++] ?? 0) % count;
  }

  /** True once in `count` times. */
  rarely(count: number): boolean {
    return this.below(count) === count - 1;
  }

  of<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.below(values.length)] ?? values[0];
  }
}

function many<Value>(choices: Choices, most: number, make: () => Value): Value[] {
  const made = [make()];
  for (let left = choices.below(most); left > 0 && !choices.isOver; left -= 1) made.push(make());
  return made;
}

const maximumDepth = 4;

type Block = (choices: Choices, depth: number) => string;

const leafBlocks: readonly [Block, ...Block[]] = [
  paragraph,
  paragraph,
  (choices) => heading(choices),
  (choices) => code(choices),
  () => '<hr>',
  (choices) => laidOutFigure(choices),
  (choices) =>
    `<p class="action"><a href="${quoted(choices.of(actions))}">${escaped(choices.of(actionTexts))}</a></p>`,
  (choices) => `<div class="gallery">${many(choices, 4, () => figure(choices)).join('')}</div>`,
  (choices) => embed(choices),
  (choices) => media(choices),
  (choices) => `<div class="math">${escaped(choices.of(formulas))}</div>`,
  () => '<nav class="toc"></nav>',
];
const containers: readonly [Block, ...Block[]] = [
  (choices, depth) => `<blockquote>${blocks(choices, depth)}</blockquote>`,
  (choices, depth) => `<ul>${items(choices, depth, () => '<li>')}</ul>`,
  (choices, depth) => `<ol${choices.of(starts)}>${items(choices, depth, () => '<li>')}</ol>`,
  (choices, depth) =>
    `<ul class="tasks">${items(choices, depth, () => choices.of(['<li>', '<li class="done">']))}</ul>`,
  (choices, depth) => `<dl>${many(choices, 3, () => definitions(choices, depth)).join('')}</dl>`,
  table,
  (choices, depth) =>
    `<details><summary>${inline(choices, choices.rarely(8) ? 0 : 3)}</summary>${blocks(choices, depth)}</details>`,
  (choices, depth) => `<aside class="callout ${choices.of(kinds)}">${blocks(choices, depth)}</aside>`,
];
const starts = ['', ' start="3"', ' start="0"', ' start="-7"', ' start="999999999"'] as const;
const kinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;
const alignments = ['', '', '', 'center', 'right', 'justify'] as const;

function block(choices: Choices, depth: number): string {
  const isContainer = depth < maximumDepth && choices.below(5) > 2;
  return choices.of(isContainer ? containers : leafBlocks)(choices, depth + 1);
}

function blocks(choices: Choices, depth: number): string {
  return many(choices, 3, () => block(choices, depth)).join('');
}

function aligned(choices: Choices): string {
  const alignment = choices.of(alignments);
  return alignment ? ` style="text-align: ${alignment};"` : '';
}

function paragraph(choices: Choices): string {
  return `<p${aligned(choices)}>${choices.rarely(12) ? '' : inline(choices)}</p>`;
}

function heading(choices: Choices): string {
  const level = choices.below(6) + 1;
  return `<h${level}${aligned(choices)}>${inline(choices, 3)}</h${level}>`;
}

const languages = ['', 'js', 'c++', 'c#', 'objective-c', 'text'] as const;
const codes = [
  'const a = 1;',
  '',
  'if (a < b && c) {\n\treturn "$x$";\n}\n',
  '\n\nblank lines\n\n\n',
  '```js\nfence\n```',
  '~~~~\n````\n',
  '  indented\n\ttab',
  '</code></pre><b>&amp;</b>',
  '$$\n[^1]: note\n[TOC]\n> [!NOTE]\n',
  'שלום 👩‍👩‍👧\u00a0 \u00a0x',
] as const;

function code(choices: Choices): string {
  const language = choices.of(languages);
  const attributes = language ? ` class="language-${language}"` : '';
  return `<pre><code${attributes}>${escaped(choices.of(codes))}</code></pre>`;
}

/** An item begins with a paragraph, because its bullet or checkbox stands beside one. */
function items(choices: Choices, depth: number, start: () => string): string {
  return many(choices, 4, () => {
    const begin = start();
    const rest = choices.below(4) === 3 ? blocks(choices, depth) : '';
    return `${begin}${paragraph(choices)}${rest}</li>`;
  }).join('');
}

function definitions(choices: Choices, depth: number): string {
  const terms = many(choices, 2, () => `<dt>${inline(choices, 2)}</dt>`);
  const descriptions = many(choices, 2, () => `<dd>${blocks(choices, depth)}</dd>`);
  return [...terms, ...descriptions].join('');
}

function table(choices: Choices, depth: number): string {
  const caption = choices.below(3) === 2 ? `<caption>${escaped(text(choices, 2))}</caption>` : '';
  const columns = choices.below(3) + 1;
  const isHeading = choices.below(3) < 2;
  const rows = (name: string, most: number) =>
    many(choices, most, () => `<tr>${cells(choices, depth, columns, name)}</tr>`).join('');
  const head = isHeading ? `<thead>${rows('th', 1)}</thead>` : '';
  const foot = choices.rarely(6) ? `<tfoot>${rows('td', 1)}</tfoot>` : '';
  const bodyCell = choices.rarely(6) ? 'th' : 'td';
  const body = `<tbody>${rows(bodyCell, 3)}</tbody>`;
  return `<table>${caption}${head}${body}${foot}</table>`;
}

const spans = ['', '', '', '', '', ' colspan="2"', ' rowspan="3"', ' colspan="2" rowspan="2"'] as const;

function cells(choices: Choices, depth: number, columns: number, name: string): string {
  return Array.from({ length: columns }, () => {
    const attributes = choices.rarely(4) ? choices.of(spans) + aligned(choices) : '';
    return `<${name}${attributes}>${cell(choices, depth)}</${name}>`;
  }).join('');
}

/** The paragraph tags of a single plain paragraph are left out. */
function cell(choices: Choices, depth: number): string {
  const kind = choices.below(10);
  if (kind === 9) return `${block(choices, depth)}<p>${inline(choices, 2)}</p>`;
  if (kind === 8) return `<p style="text-align: center;">${inline(choices, 2)}</p>`;
  return kind === 7 ? '' : inline(choices, 2);
}

const imageUrls = [
  '/images/a.webp',
  'https://example.org/a.png',
  '/images/a_(1)*.webp?a=1&b=2',
  'https://example.org/%20x%22y.png',
] as const;
const awkward = [
  'A',
  '',
  'a "quoted" <b> & c',
  '[x](y) ![z] `code`',
  'two  blanks',
  'שלום',
  '*_~$|\\',
] as const;
const widths = ['', '', '', ' width="123px"', ' width="9999px"'] as const;

function image(choices: Choices): string {
  const title = choices.rarely(4) ? ` title="${quoted(choices.of(awkward))}"` : '';
  const alt = choices.rarely(8) ? '' : ` alt="${quoted(choices.of(awkward))}"`;
  return `<img src="${quoted(choices.of(imageUrls))}"${alt}${title}${choices.of(widths)}>`;
}

const actions = ['https://example.org/a_(b)', '/topics', 'mailto:a@example.org'] as const;
const actionTexts = ['Read more', '*not* emphasis & more', '1. one'] as const;

const layouts = ['wide', 'full', 'start', 'end'] as const;

function figure(choices: Choices): string {
  const linked = choices.rarely(4) ? `<a ${link(choices)}>${image(choices)}</a>` : image(choices);
  return `<figure>${linked}${caption(choices)}</figure>`;
}

/** The layout decides about the width of the image. */
function laidOutFigure(choices: Choices): string {
  const html = figure(choices);
  if (!choices.rarely(3)) return html;
  return html.replace('<figure>', `<figure class="${choices.of(layouts)}">`).replace(/ width="\d+px">/, '>');
}

function caption(choices: Choices): string {
  return choices.below(3) === 0
    ? ''
    : `<figcaption>${inline(choices, 3, { images: false, footnotes: true })}</figcaption>`;
}

const embeds = [
  'https://example.org/watch',
  'https://www.youtube.com/watch?v=abcdefghijk&t=1s',
  'http://example.org/@a/1#x_y*z',
  'https://example.org/a_(b)_[c]',
] as const;

function embed(choices: Choices): string {
  const url = choices.of(embeds);
  return `<figure class="embed"><a href="${quoted(url)}">${escaped(url)}</a></figure>`;
}

const players = [
  '<audio src="/media/a.mp3"></audio>',
  '<video src="/media/a.mp4"></video>',
  '<video src="/images/ab/a-1.webm" width="640" height="360"></video>',
] as const;

function media(choices: Choices): string {
  return `<figure class="media">${choices.of(players)}${caption(choices)}</figure>`;
}

const formulas = [
  'x',
  'a^2 + b^2 = c^2',
  '\\frac{1}{2} < \\$5 & "q"',
  '\\text{a $b$ c}\\\\\nd',
  '`_*[x](y)*_`',
  '1\\ ',
  'x\u00a0y',
] as const;

// Inline

type Run = { marks: readonly number[]; html: string | null; text: string };
type Allowed = { images: boolean; footnotes: boolean };

/** The order in which marks nest, the outermost first. */
const markNames = [
  'a',
  'span',
  'strong',
  'em',
  'u',
  's',
  'mark',
  'sup',
  'sub',
  'abbr',
  'cite',
  'kbd',
  'code',
] as const;

const hrefs = [
  'https://example.org',
  '/post/x?a=1&b=2',
  '#part',
  'mailto:me@example.org',
  'https://example.org/a_(b)_*c*',
  'tel:+123',
] as const;
const targets = ['', '', ' target="_blank" rel="noopener"', ' target="_self"', ' rel="nofollow"'] as const;

function link(choices: Choices): string {
  const title = choices.rarely(4) ? ` title="${quoted(choices.of(awkward))}"` : '';
  return `href="${quoted(choices.of(hrefs))}"${title}${choices.of(targets)}`;
}

const colors = [
  'color: #b60205;',
  'background-color: rgb(254, 242, 192);',
  'color: red; background-color: #fef2c0;',
] as const;

const texts = [
  'word',
  'two words',
  ' ',
  'a*b*c_d_ **e** ~~f~~ `g`',
  '# heading - 1. item > quote + x',
  '  runs   of blanks ',
  'שלום עולם',
  '👩‍👩‍👧 é 🇯🇵',
  '<b>&amp; &lt; "quotes" \'single\'',
  '$x$ $5 and $6 $$',
  '[^1] [text](url) ![i](j) [TOC] [ ] [x]',
  '| a | b |',
  '\\ \\* \\\\',
  'https://example.org/x. www.example.org me@example.org',
  '1) 2. --- === ```',
  ': definition',
  ':smile: &copy; &#35; -- ... <!-- x -->',
  '==mark== ^sup^ ~sub~ {#id}',
  'a\u00adb\u200bc\u200ed',
  '!',
  '\u00a0',
  '*',
  '_',
  '`',
  '$',
  '[!NOTE]',
] as const;

function text(choices: Choices, most: number): string {
  return stored(many(choices, most, () => choices.of(texts)).join(''));
}

/** The inline content of a block; with `most` 0 it is empty. */
function inline(choices: Choices, most = 6, allowed: Allowed = { images: true, footnotes: true }): string {
  if (most === 0) return '';
  const attributes = new Map<number, string>();
  const runs = many(choices, most, () => run(choices, allowed, attributes));
  return write(withStoredBlanks(runs), attributes);
}

function run(choices: Choices, allowed: Allowed, attributes: Map<number, string>): Run {
  const marks = choices.below(3) === 0 ? [] : marksOf(choices, attributes);
  const kind = choices.below(12);
  const leaf = (html: string): Run => ({ marks, html, text: '' });
  if (kind === 11) return leaf('<br>');
  if (kind === 10)
    return leaf(`<span class="math">${escaped(choices.of(formulas).replace('\n', ' '))}</span>`);
  if (kind === 9 && allowed.images) return leaf(image(choices));
  if (kind === 8 && allowed.footnotes) {
    const note = inline(choices, 3, { images: false, footnotes: false });
    // A link must not contain the link of a footnote.
    return {
      ...leaf(`<span class="footnote">${note}</span>`),
      marks: marks.filter((mark) => nameOf(mark) !== 'a'),
    };
  }
  return { marks, html: null, text: many(choices, 2, () => choices.of(texts)).join('') };
}

/** A mark is a number: its kind, and which of two sets of attributes it has. */
function marksOf(choices: Choices, attributes: Map<number, string>): number[] {
  const kinds = new Set(many(choices, 3, () => choices.below(markNames.length)));
  return [...kinds]
    .sort((a, b) => a - b)
    .map((kind) => {
      const mark = kind * 2 + (hasAttributes(kind) ? choices.below(2) : 0);
      const made = attributes.get(mark) ?? markAttributes(choices, mark);
      // Equal neighbors would be one mark.
      const isDouble = made !== '' && attributes.get(mark ^ 1) === made;
      attributes.set(isDouble ? mark ^ 1 : mark, made);
      return isDouble ? mark ^ 1 : mark;
    });
}

const nameOf = (mark: number) => markNames[mark >> 1] ?? '';
const hasAttributes = (kind: number) => ['a', 'span', 'abbr'].includes(markNames[kind] ?? '');

function markAttributes(choices: Choices, mark: number): string {
  const name = nameOf(mark);
  if (name === 'a') return ` ${link(choices)}`;
  if (name === 'span') return ` style="${choices.of(colors)}"`;
  return name === 'abbr' ? ` title="${quoted(choices.of(awkward) || 'x').trim()}"` : '';
}

/** Spaces that HTML would collapse are no-break spaces, over the whole block. */
function withStoredBlanks(runs: readonly Run[]): Run[] {
  let before = ' ';
  const texts = runs.map(({ html, text }, index) => {
    if (html !== null) {
      before = html === '<br>' ? ' ' : 'x';
      return '';
    }
    let kept = '';
    for (const [offset, character] of [...text].entries()) {
      const isLast = offset === [...text].length - 1;
      const next = runs[index + 1];
      const endsLine = isLast && (!next || next.html === '<br>');
      const written = character === ' ' && (before === ' ' || endsLine) ? '\u00a0' : character;
      kept += written;
      before = written;
    }
    return kept;
  });
  return runs.map((one, index) => ({ ...one, text: texts[index] ?? '' }));
}

function stored(line: string): string {
  return withStoredBlanks([{ marks: [], html: null, text: line }])[0]?.text ?? '';
}

/** Neighbors share the elements of the outer marks that they have in common. */
function write(runs: readonly Run[], attributes: ReadonlyMap<number, string>): string {
  let html = '';
  let open: readonly number[] = [];
  for (const { marks, html: leaf, text } of [...runs, { marks: [], html: '', text: '' }]) {
    let shared = 0;
    while (shared < open.length && open[shared] === marks[shared]) shared += 1;
    html += open
      .slice(shared)
      .toReversed()
      .map((mark) => `</${nameOf(mark)}>`)
      .join('');
    html += marks
      .slice(shared)
      .map((mark) => `<${nameOf(mark)}${attributes.get(mark) ?? ''}>`)
      .join('');
    html += leaf ?? escaped(text);
    open = marks;
  }
  return html;
}

function escaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function quoted(value: string): string {
  return escaped(value).replaceAll('"', '&quot;');
}
