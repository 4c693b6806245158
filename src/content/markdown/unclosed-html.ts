import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { pushParagraph } from './block-syntax.ts';

const ends: [start: RegExp, end: string][] = [
  [/^<!--/, '-->'],
  [/^<!\[CDATA\[/, ']]>'],
  [/^<\?/, '?>'],
  [/^<![a-z]/i, '>'],
  [/^<script(?:[\s>]|$)/i, '</script>'],
  [/^<style(?:[\s>]|$)/i, '</style>'],
  [/^<textarea(?:[\s>]|$)/i, '</textarea>'],
];

/** Such HTML goes on to its end whatever it contains. Without an end it would hide the rest of the text. */
export function readUnclosedHtmlAsText(parser: MarkdownIt): void {
  parser.block.ruler.before('html_block', 'unclosed_html', unclosedBlock);
  parser.inline.ruler.before('html_inline', 'unclosed_html', unclosedTag);
}

function unclosedBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const position = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0);
  if (silent || !isUnclosed(state, position)) return false;
  pushParagraph(state, start, end);
  return true;
}

function unclosedTag(state: StateInline, silent: boolean): boolean {
  if (!isUnclosed(state, state.pos)) return false;
  if (!silent) state.pending += '<';
  state.pos += 1;
  return true;
}

const lastEnds = new WeakMap<StateBlock | StateInline, Map<string, number>>();

/** The last end is searched once in each text, so that many beginnings do not take quadratic time. */
function isUnclosed(state: StateBlock | StateInline, position: number): boolean {
  if (state.src[position] !== '<') return false;
  const found = state.src.slice(position, position + 12);
  const end = ends.find(([start]) => start.test(found))?.[1];
  if (end === undefined) return false;
  const known = lastEnds.get(state) ?? new Map<string, number>();
  lastEnds.set(state, known);
  const last = known.get(end) ?? state.src.toLowerCase().lastIndexOf(end);
  known.set(end, last);
  return last < position;
}
