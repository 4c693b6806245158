import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';

export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'];

// The parser drops what is nested more than 100 levels deep.
const deepest = 90;

/** Adds callouts, task lists and the table of contents, and keeps text that is nested too deeply as text. */
export function addBlockSyntax(parser: MarkdownIt): void {
  parser.block.ruler.before('table', 'deepest', deepText);
  parser.core.ruler.after('block', 'marked_blocks', markBlocks);
}

function deepText(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (state.level < deepest || silent) return false;
  pushParagraph(state, start, end);
  return true;
}

/** The lines up to the next blank one, whatever they begin with. */
export function pushParagraph(state: StateBlock, start: number, end: number): void {
  let next = start + 1;
  while (next < end && !state.isEmpty(next) && (state.sCount[next] ?? 0) >= state.blkIndent) next += 1;
  state.line = next;
  state.push('paragraph_open', 'p', 1).map = [start, next];
  const inline = state.push('inline', '', 0);
  inline.content = state.getLines(start, next, state.blkIndent, false).trim();
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
}

/** Runs before inline parsing, so that the markers `[!NOTE]`, `[x]` and `[TOC]` can be taken out of the text. */
function markBlocks({ tokens, Token }: StateCore): void {
  markTasks(tokens);
  const kept: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    const text = paragraphText(tokens, index);
    if (token.type === 'blockquote_open') markCallout(tokens, index);
    if (text !== null && /^(?:\[toc\]|\[\[(?:toc|_toc_)\]\])$/i.test(text)) {
      kept.push(new Token('table_of_contents', 'nav', 0));
      index += 2;
    } else if (token.meta?.removed) index += 2;
    else kept.push(token);
  }
  tokens.splice(0, tokens.length);
  for (const token of kept) tokens.push(token);
}

/** The source text of the paragraph that opens at this index. */
function paragraphText(tokens: Token[], index: number): string | null {
  return tokens[index]?.type === 'paragraph_open' ? (tokens[index + 1]?.content ?? '') : null;
}

function markCallout(tokens: Token[], quote: number): void {
  const marker = /^\[!([a-z]{1,20})\][ \t]*(?:\n|$)/i.exec(paragraphText(tokens, quote + 1) ?? '');
  const kind = marker?.[1]?.toLowerCase() ?? '';
  if (!marker || !calloutKinds.includes(kind)) return;
  for (let index = quote, depth = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    if (token.type === 'blockquote_open') depth += 1;
    if (token.type === 'blockquote_close') depth -= 1;
    if (depth > 0) continue;
    token.meta = { callout: kind };
    break;
  }
  (tokens[quote] as Token).meta = { callout: kind };
  cutMarker(tokens, quote + 1, marker[0].length);
}

/** Removes the beginning of a paragraph; without any other text the paragraph is removed. */
function cutMarker(tokens: Token[], paragraph: number, length: number): void {
  const inline = tokens[paragraph + 1] as Token;
  inline.content = inline.content.slice(length).trimStart();
  if (inline.content === '') (tokens[paragraph] as Token).meta = { removed: true };
}

type OpenList = { token: Token; items: { token: Token; paragraph: number }[]; areTasks: boolean };

/** A bullet list is a task list when each of its items begins with `[ ]` or `[x]`. */
function markTasks(tokens: Token[]): void {
  const open: OpenList[] = [];
  tokens.forEach((token, index) => {
    if (/^(?:bullet|ordered)_list_open$/.test(token.type))
      open.push({ token, items: [], areTasks: token.type === 'bullet_list_open' });
    const list = open.at(-1);
    if (!list) return;
    if (token.type === 'list_item_open') {
      list.items.push({ token, paragraph: index + 1 });
      if (!/^\[[ xX]\](?:\s|$)/.test(paragraphText(tokens, index + 1) ?? '')) list.areTasks = false;
    }
    if (!/^(?:bullet|ordered)_list_close$/.test(token.type)) return;
    open.pop();
    if (list.areTasks) markItems(tokens, list);
  });
}

function markItems(tokens: Token[], { token, items }: OpenList): void {
  token.meta = { tasks: true };
  for (const item of items) {
    const inline = tokens[item.paragraph + 1] as Token;
    item.token.meta = { done: /^\[[xX]/.test(inline.content) };
    inline.content = inline.content.slice(3).trimStart();
  }
}
