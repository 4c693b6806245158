import { recognizeForeign } from '../foreign/foreign.ts';
import { Composer } from './compose.ts';
import type { IsStoredFile } from './figures.ts';
import { parse, write } from './parse.ts';

/**
 * Builds new HTML from the parsed tree instead of filtering the input: only the elements, attributes and nesting of
 * docs/development/document-format.md, so parsing the result yields the same tree again.
 */
export function sanitize(html: string, isStoredFile: IsStoredFile = () => false): string {
  const tree = parse(html);
  recognizeForeign(tree);
  const composer = new Composer(isStoredFile);
  composer.children(tree, []);
  return write(composer.root);
}
