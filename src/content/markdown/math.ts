import type { Env, MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/** Adds formulas between dollar signs, with Pandoc's rules, so that "$5 and $6" stays text. */
export function addMath(parser: MarkdownIt): void {
  parser.inline.ruler.after('escape', 'math_inline', inlineFormula);
  parser.block.ruler.after('fence', 'math_block', blockFormula, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
}

function inlineFormula(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src[pos] !== '$') return false;
  const signs = src[pos + 1] === '$' ? '$$' : '$';
  const start = pos + signs.length;
  const end = nextSigns(src, start, posMax, signs);
  const tex = src.slice(start, end);
  if (end === -1 || tex.trim() === '') return false;
  if (signs === '$' && (/^\s|\s$/.test(tex) || /\d/.test(src[end + 1] ?? ''))) return false;
  if (!silent) state.push('math_inline', 'span', 0).content = signs === '$' ? tex : tex.trim();
  state.pos = end + signs.length;
  return true;
}

function nextSigns(src: string, start: number, max: number, signs: string): number {
  for (let index = start; index + signs.length <= max; index += 1) {
    if (src[index] === '\\') index += 1;
    else if (src.startsWith(signs, index)) return index;
  }
  return -1;
}

const maxFormulaLength = 500;

/** `$$` alone on the first and last line keeps the lines between verbatim; `$$ x $$` may also share lines with the TeX. */
function blockFormula(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if ((state.sCount[start] ?? 0) - state.blkIndent >= 4 || !lineOf(state, start).startsWith('$$'))
    return false;
  const first = lineOf(state, start).slice(2);
  const isOneLine = first.includes('$$');
  if (isOneLine && (!endsFormula(first) || first.trim() === '$$')) return false;
  const last = isOneLine ? start : (formulaEnds(state)[start + 1] ?? end);
  if (last >= end || last - start > maxFormulaLength) return false;
  for (let line = start + 1; line <= last; line += 1)
    if ((state.sCount[line] ?? 0) < state.blkIndent && !state.isEmpty(line)) return false;
  if (silent) return true;
  const token = state.push('math_block', 'div', 0);
  token.map = [start, last + 1];
  token.content = isOneLine ? first.trimEnd().slice(0, -2).trim() : texBetween(state, start, last);
  state.line = last + 1;
  return true;
}

const endsOfTexts = new WeakMap<Env, number[]>();

/** For each line the next one that can end a formula, found once, so that many `$$` do not search the text many times. */
function formulaEnds({ env, src }: StateBlock): number[] {
  const known = endsOfTexts.get(env);
  if (known) return known;
  const lines = src.split('\n');
  const ends: number[] = [];
  let next = lines.length;
  for (let line = lines.length - 1; line >= 0; line -= 1) {
    if (endsFormula(lines[line] ?? '')) next = line;
    ends[line] = next;
  }
  endsOfTexts.set(env, ends);
  return ends;
}

function texBetween(state: StateBlock, start: number, last: number): string {
  const opening = lineOf(state, start).slice(2).trim();
  const closing = lineOf(state, last).trimEnd().slice(0, -2);
  const between = state.getLines(start + 1, last, state.sCount[start] ?? 0, false);
  if (opening === '' && closing === '') return last > start + 1 ? between : '';
  return [opening, ...(last > start + 1 ? [between] : []), closing].join('\n').trim();
}

function endsFormula(line: string): boolean {
  const text = line.trimEnd();
  return text.endsWith('$$') && text.indexOf('$$') === text.length - 2;
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}
