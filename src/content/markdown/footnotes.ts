import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

const definition = /^\[\^([^\]\s]{1,200})\]:/;
const reference = /\[\^([^\]\s]{1,200})\]/y;

/** Adds `[^label]` with `[^label]: text`, and notes in place: `^[text]`. */
export function addFootnotes(parser: MarkdownIt): void {
  parser.block.ruler.before('reference', 'footnote_definition', footnoteDefinition, {
    alt: ['paragraph', 'reference'],
  });
  parser.inline.ruler.after('escape', 'footnote_reference', footnoteReference);
  parser.inline.ruler.after('escape', 'footnote_inline', inlineFootnote);
}

function footnoteDefinition(state: StateBlock, line: number, end: number, silent: boolean): boolean {
  const begin = state.bMarks[line] ?? 0;
  const shift = state.tShift[line] ?? 0;
  const indent = state.sCount[line] ?? 0;
  const match = definition.exec(
    state.src.slice(begin + shift, Math.min(begin + shift + 210, state.eMarks[line] ?? 0)),
  );
  if (!match || indent - state.blkIndent >= 4) return false;
  if (silent) return true;
  const open = state.push('footnote_open', '', 1);
  open.meta = { label: match[1] };
  const content = begin + shift + match[0].length;
  const blanks = state.skipSpaces(content) - content;
  const { parentType } = state;
  // The text after the colon is read like a line that is indented by four columns, as the lines that follow it.
  state.bMarks[line] = content;
  state.tShift[line] = blanks;
  state.blkIndent += 4;
  state.sCount[line] = state.blkIndent;
  state.parentType = 'footnote';
  if (blanks + content < (state.eMarks[line] ?? 0)) state.md.block.tokenize(state, line, end);
  else state.md.block.tokenize(state, line + 1, end);
  state.parentType = parentType;
  state.blkIndent -= 4;
  state.bMarks[line] = begin;
  state.tShift[line] = shift;
  state.sCount[line] = indent;
  if (state.line <= line) state.line = line + 1;
  state.push('footnote_close', '', -1);
  return true;
}

/** Which labels are defined is only known at the end, so the renderer decides whether this is a note or text. */
function footnoteReference(state: StateInline, silent: boolean): boolean {
  reference.lastIndex = state.pos;
  const match = reference.exec(state.src);
  if (!match || state.pos + match[0].length > state.posMax) return false;
  if (!silent) {
    const token = state.push('footnote_reference', '', 0);
    token.meta = { label: match[1] };
    token.content = match[0];
  }
  state.pos += match[0].length;
  return true;
}

function inlineFootnote(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src[pos] !== '^' || src[pos + 1] !== '[') return false;
  const end = state.md.helpers.parseLinkLabel(state, pos + 1);
  if (end < 0) return false;
  if (!silent) {
    const token = state.push('footnote_inline', '', 0);
    token.children = [];
    state.md.inline.parse(src.slice(pos + 2, end), state.md, state.env, token.children);
  }
  state.pos = end + 1;
  return true;
}
