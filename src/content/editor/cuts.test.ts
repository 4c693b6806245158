import { closeHistory, history, redo, undo } from '@tiptap/pm/history';
import { type Node, Schema } from '@tiptap/pm/model';
import { EditorState, type Transaction } from '@tiptap/pm/state';
import { beforeEach, expect, test } from 'vitest';
import { CutCollector, type CutText } from './cuts.ts';
import { moveBlockTo } from './menus/move-block.ts';

const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'text*', toDOM: () => ['p', 0] },
    heading: { group: 'block', content: 'text*', toDOM: () => ['h2', 0] },
    text: {},
  },
});
const block = (type: string, text: string) => schema.node(type, null, text ? schema.text(text) : []);
const first = 'The train leaves at nine. There is nothing urgent about it at all.';
const second = 'A second paragraph with several words.';
const start = schema.node('doc', null, [
  block('heading', 'Night train'),
  block('paragraph', first),
  block('paragraph', second),
]);

let state: EditorState;
let kept: Map<string, CutText>;
let collector: CutCollector;
beforeEach(() => {
  state = EditorState.create({ doc: start, plugins: [history()] });
  kept = new Map();
  collector = new CutCollector({
    onCut: (cut) => kept.set(cut.id, cut),
    onBack: ({ id }) => kept.delete(id),
  });
});

const dispatch = (tr: Transaction) => {
  collector.see(tr);
  state = state.apply(tr);
};
const cuts = () => {
  collector.flush();
  return [...kept.values()].map(({ html, place }) => `${html} after ${place}`);
};
/** The position of a text in the document. */
const at = (text: string): number => {
  let found = -1;
  state.doc.descendants((node: Node, position: number) => {
    const offset = node.isText ? (node.text ?? '').indexOf(text) : -1;
    if (offset >= 0 && found < 0) found = position + offset;
  });
  return found;
};
const remove = (text: string) => dispatch(closeHistory(state.tr.delete(at(text), at(text) + text.length)));
const backspace = (end: number) => dispatch(state.tr.delete(end - 1, end));

test('a deleted sentence is kept with its place, a few words are not', () => {
  remove('The train leaves ');
  expect(cuts()).toEqual([]);
  remove('There is nothing urgent');
  expect(cuts()).toEqual(['<p>There is nothing urgent</p> after Night train']);
});

test('characters that are deleted one by one are one text, also over the end of a block', () => {
  const end = at(second) + 'A second paragraph'.length;
  let deleted = 0;
  // Two tokens are the end of one paragraph and the beginning of the next.
  for (; deleted < 'A second paragraph'.length; deleted += 1) backspace(end - deleted);
  cuts();
  dispatch(state.tr.delete(end - deleted - 2, end - deleted));
  for (const _ of 'at all.') {
    backspace(end - deleted - 2);
    deleted += 1;
  }
  expect(cuts()).toEqual(['<p>at all.</p><p>A second paragraph</p> after Night train']);
});

test('undo removes the entry, and redo makes one again', () => {
  remove(second);
  expect(cuts()).toHaveLength(1);
  undo(state, dispatch);
  expect(cuts()).toEqual([]);
  redo(state, dispatch);
  expect(cuts()).toEqual([`<p>${second}</p> after Night train`]);
});

test('undo in several steps removes the entry with the last of them', () => {
  const end = at(first) + first.length;
  for (let deleted = 0; deleted < 30; deleted += 1) {
    const tr = state.tr.delete(end - deleted - 1, end - deleted);
    dispatch(deleted === 15 ? closeHistory(tr) : tr);
  }
  expect(cuts()).toHaveLength(1);
  undo(state, dispatch);
  expect(cuts()).toHaveLength(1);
  undo(state, dispatch);
  expect(cuts()).toEqual([]);
});

test('moving a block, by command or by cutting and pasting, deletes nothing', () => {
  const moved = moveBlockTo(state, 2, 1);
  if (moved) dispatch(moved);
  expect(cuts()).toEqual([]);
  remove('There is nothing urgent about it at all.');
  expect(cuts()).toHaveLength(1);
  dispatch(state.tr.insertText('There is nothing urgent about it at all.', at(second)));
  expect(cuts()).toEqual([]);
});

test('a replaced text is kept without the sentences that are still there', () => {
  const whole = (blocks: Node[]) => state.tr.replaceWith(0, state.doc.content.size, blocks);
  dispatch(whole(start.children.slice()));
  expect(cuts()).toEqual([]);
  dispatch(whole([block('paragraph', first.replace('nine', 'ten')), block('paragraph', 'New.')]));
  expect(cuts()).toEqual([`<p>Night train</p><p>${second}</p> after `]);
  dispatch(state.tr.insertText('x', 0, state.doc.content.size));
  expect(cuts()).toHaveLength(2);
  expect(cuts()[1]).toContain('The train leaves at ten.');
});
