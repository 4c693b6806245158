import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  html as names,
  Parser,
  serialize,
  type Token,
} from 'parse5';
import type { Document, Fragment, Parent } from './tree.ts';

const maximumDepth = 256;
const maximumReopened = 20_000;

// Browsers limit the depth of a document too. The HTML algorithm reopens unclosed formatting elements in every block, which
// can turn a small input into millions of elements, so that is limited as well.
class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  #reopened = 0;

  override onStartTag(token: Token.TagToken): void {
    if (this.openElements.depth < maximumDepth) super.onStartTag(token);
  }

  override _reconstructActiveFormattingElements(): void {
    const before = this.openElements.depth;
    super._reconstructActiveFormattingElements();
    this.#reopened += this.openElements.depth - before;
    if (this.#reopened > maximumReopened) this.activeFormattingElements.clearToLastMarker();
  }
}

/** Parses HTML as a browser does inside `<body>`, with bounded depth. */
export function parse(html: string): Fragment {
  const body = defaultTreeAdapter.createElement('body', names.NS.HTML, []);
  const parser = BoundedParser.getFragmentParser<DefaultTreeAdapterMap>(body);
  parser.tokenizer.write(html, true);
  return parser.getFragment();
}

/** Parses a whole page as a browser does that runs scripts, with bounded depth. */
export function parseDocument(html: string): Document {
  return BoundedParser.parse<DefaultTreeAdapterMap>(html);
}

/** Serializes a tree as browsers do. */
export function write(tree: Parent): string {
  return serialize(tree);
}
