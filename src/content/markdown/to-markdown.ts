import { isElement, type Markup, type MarkupElement, serialize } from './markup.ts';
import { markdownToHtml } from './to-html.ts';
import { type BlockLevel, type Levels, writeBlocks } from './write-blocks.ts';
import { Notes } from './write-inline.ts';

type MarkdownDocument = {
  text: string;
  /** Where the Markdown of each block begins in the text. */
  starts: number[];
};

/**
 * The Markdown of a document, from which `markdownToHtml` makes the same document. Nothing relies on the writer to escape
 * everything: what it writes is read again and compared, and a block that differs is written with more escapes, with tags
 * instead of Markdown, or as HTML.
 */
export function toMarkdown(nodes: Markup[]): MarkdownDocument {
  const writer = new CheckedWriter(nodes);
  return writer.write();
}

const attempts: BlockLevel[] = ['light', 'escaped', 'tags', 'html', 'line'];
const containers = /^(?:blockquote|ul|ol|li|aside|details|dl|dd)$/;

class CheckedWriter {
  readonly #nodes: Markup[];
  readonly #levels: Levels = new Map();
  /** Blocks inside blocks are only checked one by one while this lasts, so that the time stays proportional to the length. */
  #budget: number;

  constructor(nodes: Markup[]) {
    this.#nodes = nodes;
    this.#budget = 20 * serialize(nodes).length + 100_000;
  }

  write(): MarkdownDocument {
    if (this.#isSame(this.#nodes)) return document(this.#nodes, this.#levels);
    for (const node of this.#nodes) this.#repair(node);
    for (let tries = 0; tries < 8 && !this.#isSame(this.#nodes); tries += 1) this.#separate();
    if (!this.#isSame(this.#nodes)) for (const node of this.#nodes) this.#levels.set(node, 'line');
    return document(this.#nodes, this.#levels);
  }

  #isSame(nodes: Markup[]): boolean {
    const { text } = document(nodes, this.#levels);
    this.#budget -= text.length;
    return read(text) === serialize(nodes);
  }

  /** Finds the lightest level at which a block is read as the same block. */
  #repair(node: Markup): void {
    if (this.#budget > 0 && this.#isSame([node])) return;
    if (isElement(node) && containers.test(node.name) && this.#budget > 0) {
      for (const child of flowOf(node)) this.#repair(child);
      if (this.#isSame([node])) return;
    }
    for (const level of attempts.slice(this.#budget > 0 ? 1 : 3)) {
      this.#levels.set(node, level);
      if (this.#isSame([node])) return;
    }
  }

  /** Blocks that are right by themselves can be read differently side by side: writes the first of them as HTML. */
  #separate(): void {
    const found = read(document(this.#nodes, this.#levels).text);
    const wanted = serialize(this.#nodes);
    let same = 0;
    while (same < found.length && found[same] === wanted[same]) same += 1;
    let end = 0;
    for (const [index, node] of this.#nodes.entries()) {
      end += serialize([node]).length;
      if (end <= same) continue;
      for (const neighbor of this.#nodes.slice(Math.max(0, index - 1), index + 1))
        this.#levels.set(neighbor, 'html');
      return;
    }
    for (const node of this.#nodes) this.#levels.set(node, 'html');
  }
}

/** The blocks directly inside a container, through its items. */
function flowOf(node: MarkupElement): Markup[] {
  return node.children.flatMap((child) =>
    isElement(child) && /^(?:li|dd)$/.test(child.name)
      ? child.children
      : isElement(child) && child.name !== 'summary'
        ? [child]
        : [],
  );
}

function read(markdown: string): string {
  return markdownToHtml(markdown).html.replaceAll('&#10;', '\n');
}

function document(nodes: Markup[], levels: Levels): MarkdownDocument {
  const notes = new Notes();
  const starts: number[] = [];
  let text = '';
  for (const block of writeBlocks(nodes, levels, notes)) {
    if (text) text += '\n\n';
    starts.push(text.length);
    // At the beginning `---` would open front matter.
    text += text === '' && block === '---' ? '***' : block;
  }
  const definitions = notes.definitions.join('\n');
  return { text: [text, definitions].filter(Boolean).join('\n\n') + (text ? '\n' : ''), starts };
}
