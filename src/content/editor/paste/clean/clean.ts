import { cleanAttributes } from './attributes.ts';
import { formBlocks, removeEmpty } from './blocks.ts';
import { readCodeBlocks } from './code-blocks.ts';
import { cleanColors } from './colors.ts';
import type { Step } from './dom.ts';
import { readFigures } from './figures.ts';
import { readGoogle } from './google.ts';
import { readHeadings } from './headings.ts';
import { readImages } from './images.ts';
import { readInlineStyles } from './inline-styles.ts';
import { cleanLinks } from './links.ts';
import { readLists } from './lists.ts';
import { readMonospace } from './monospace.ts';
import { removeNoise } from './noise.ts';
import { readNotion } from './notion.ts';
import { recognizeBlocks } from './recognize.ts';
import { readSlack } from './slack.ts';
import { inlineStyleSheets } from './style-sheets.ts';
import { readTables } from './tables.ts';
import { readTypedTasks } from './typed-tasks.ts';
import { keepWhiteSpace } from './white-space.ts';
import { readWord } from './word.ts';
import { readWordLists } from './word-lists.ts';

/**
 * The steps that turn HTML of other programs into the format of posts, in this order: first what later steps would remove, then
 * the forms of single programs, then what all share.
 */
const steps: readonly Step[] = [
  inlineStyleSheets,
  readGoogle,
  removeNoise,
  readCodeBlocks,
  keepWhiteSpace,
  readWord,
  readWordLists,
  readSlack,
  readNotion,
  readMonospace,
  readLists,
  readTypedTasks,
  recognizeBlocks,
  cleanLinks,
  readImages,
  readTables,
  readHeadings,
  cleanColors,
  readInlineStyles,
  readFigures,
  formBlocks,
  removeEmpty,
  cleanAttributes,
];

const inert = document.createElement('template').content.ownerDocument;

/** The pasted HTML in the format of posts, in a document that loads nothing. */
export function cleanBody(html: string): HTMLElement {
  const body = inert.createElement('body');
  if (isTooDeep(html)) body.textContent = html.replaceAll(/<[^<>]{0,10000}>/g, ' ').trim();
  else body.innerHTML = html;
  limitDepth(body);
  for (const step of steps) step(body);
  return body;
}

const unclosed =
  /^(?:area|base|br|col|dd|dt|embed|hr|img|input|li|link|meta|option|p|param|source|t[dhr]|track|wbr)$/i;
const maxOpen = 2000;

/** The browser's parser takes quadratic time for deeply nested elements. No program writes them, so only their text is read. */
function isTooDeep(html: string): boolean {
  let open = 0;
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d]{0,20})/gi)) {
    if (unclosed.test(name)) continue;
    open = end ? Math.max(0, open - 1) : open + 1;
    if (open > maxOpen) return true;
  }
  return false;
}

const deepest = 120;

/** Pages nest less than this. Many steps look at the elements around an element, so more depth would cost too much time. */
function limitDepth(body: HTMLElement): void {
  let level: Element[] = [body];
  for (let depth = 0; depth < deepest && level.length > 0; depth++)
    level = level.flatMap((element) => [...element.children]);
  for (const element of level) if (element.firstElementChild) element.textContent = element.textContent ?? '';
}

const longest = 20_000_000;

/** Before HTML that went through the cleaner already. */
export const cleanedMark = '<!--cleaned-->';

/** HTML of other programs as HTML of a post; what was copied from the editor stays as it is. */
export function cleanHtml(html: string): string {
  if (!needsCleaning(html)) return html;
  return cleanBody(html).innerHTML;
}

/** Larger texts are left to the editor's own parser. */
export function needsCleaning(html: string): boolean {
  return !html.startsWith(cleanedMark) && html.length <= longest && !/\bdata-pm-slice\b/.test(html);
}
