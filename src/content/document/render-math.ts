import { createRequire } from 'node:module';
import type * as Temml from 'temml';
import type { Messages } from '../../platform/web/messages/types.ts';
import { parse } from './parse.ts';
import { append, appendText, type Element, element, setAttribute, textContent } from './tree.ts';

let loaded: typeof Temml | undefined;

/** Only needed for posts with formulas, so the first of them loads it. */
function temml(): typeof Temml {
  loaded ??= createRequire(import.meta.url)('temml') as typeof Temml;
  return loaded;
}

const maxFormulaLength = 5000;
const maxMathmlLength = 200_000;
const deepestBraces = 40;
const deepestMathml = 100;

/** Turns TeX into MathML, up to a limit of characters per post, so that a save stays fast. */
export class Formulas {
  readonly #messages: Messages;
  #left = 100_000;

  constructor(messages: Messages) {
    this.#messages = messages;
  }

  render(node: Element): void {
    const tex = textContent(node);
    const isBlock = node.tagName === 'div';
    node.childNodes = [];
    if (isBlock) setAttribute(node, 'tabindex', '0');
    this.#left -= tex.length;
    const isShort = this.#left >= 0 && tex.length <= maxFormulaLength && braceDepth(tex) <= deepestBraces;
    if (isShort) showMath(node, tex, isBlock, this.#messages);
    else showSource(node, tex, this.#messages.longFormula);
  }
}

function showMath(node: Element, tex: string, isBlock: boolean, messages: Messages): void {
  const { renderToString } = temml();
  try {
    const html = renderToString(tex, options(isBlock));
    const isShort = html.length <= maxMathmlLength && tagDepth(html) <= deepestMathml;
    if (!isShort) showSource(node, tex, messages.longFormula);
    else for (const child of [...parse(html).childNodes]) append(node, child);
  } catch (error) {
    showSource(node, tex, messages.invalidFormula, error instanceof Error ? error.message : '');
  }
}

function options(displayMode: boolean): Temml.Options {
  return { displayMode, annotate: true, throwOnError: true, trust: false, maxExpand: 200, maxSize: [20, 20] };
}

/** Formulas that cannot be shown are shown as the author wrote them. */
function showSource(node: Element, tex: string, message: string, detail = ''): void {
  setAttribute(node, 'class', 'math invalid');
  appendText(append(node, element('code')), tex);
  appendText(node, ' ');
  // The parser's message ends with the position and a copy of the source.
  const reason = detail.split(/ at (?:position|end of input)/, 1)[0]?.trim() ?? '';
  const note = append(node, element('small', reason ? [{ name: 'title', value: reason }] : []));
  appendText(note, message);
}

function braceDepth(tex: string): number {
  let depth = 0;
  let deepest = 0;
  for (const sign of tex) {
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function tagDepth(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, slash] of html.matchAll(/<(\/?)/g)) {
    depth += slash ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
