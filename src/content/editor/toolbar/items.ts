import type { ChainedCommands, Editor } from '@tiptap/core';
import { redoDepth, undoDepth } from '@tiptap/pm/history';
import { focusedChain } from '../focused-chain.ts';
import { type Alignment, align, alignments } from '../schema/alignment.ts';
import type { IconName } from './icons.tsx';

export type PopupName = 'link' | 'image' | 'textColor' | 'backgroundColor';

export type Item = { name: string; icon: IconName; keys?: string; dependsOnHistory?: boolean } & (
  | {
      kind: 'action';
      run(editor: Editor): void;
      /** Undefined for actions without a state, such as undo. */
      isActive?(editor: Editor): boolean;
      isEnabled(editor: Editor): boolean;
    }
  | { kind: 'popup'; popup: PopupName; isActive(editor: Editor): boolean; isEnabled(editor: Editor): boolean }
);

type Command = (chain: ChainedCommands) => ChainedCommands;

function can(editor: Editor, command: Command): boolean {
  return command(editor.can().chain()).run();
}

function toggle(
  name: string,
  icon: IconName,
  keys: string,
  type: { name: string; attributes?: Record<string, unknown> },
  command: Command,
): Item {
  return {
    kind: 'action',
    name,
    icon,
    keys,
    run: (editor) => command(focusedChain(editor)).run(),
    isActive: (editor) => editor.isActive(type.name, type.attributes),
    isEnabled: (editor) => can(editor, command),
  };
}

function heading(level: 1 | 2 | 3 | 4 | 5 | 6): Item {
  const type = { name: 'heading', attributes: { level } };
  return toggle(`Heading ${level}`, `h${level}`, `Control+Alt+${level}`, type, (chain) =>
    chain.toggleHeading({ level }),
  );
}

function alignment(name: string, side: Alignment, digit: 1 | 2 | 3 | 4): Item {
  return {
    kind: 'action',
    name,
    icon: `align-${side}`,
    keys: `Control+Shift+${digit}`,
    run: (editor) => align(editor, side),
    isActive: (editor) => alignments(editor).size === 1 && alignments(editor).has(side),
    isEnabled: (editor) => alignments(editor).size > 0,
  };
}

function historyItem(name: 'Undo' | 'Redo', keys: string): Item {
  const depth = name === 'Undo' ? undoDepth : redoDepth;
  return {
    kind: 'action',
    name,
    icon: name === 'Undo' ? 'undo' : 'redo',
    keys,
    dependsOnHistory: true,
    run: (editor) => (name === 'Undo' ? focusedChain(editor).undo() : focusedChain(editor).redo()).run(),
    isEnabled: (editor) => depth(editor.state) > 0,
  };
}

function popup(name: string, icon: IconName, popupName: PopupName, mark: string): Item {
  const isEnabled = (editor: Editor) => mark === 'image' || editor.can().setMark(mark, {});
  return {
    kind: 'popup',
    name,
    icon,
    popup: popupName,
    isActive: (editor) => editor.isActive(mark),
    isEnabled,
    ...(popupName === 'link' ? { keys: 'Control+K' } : {}),
  };
}

export const groups: readonly (readonly Item[])[] = [
  [historyItem('Undo', 'Control+Z'), historyItem('Redo', 'Control+Y')],
  [
    toggle('Bold', 'bold', 'Control+B', { name: 'bold' }, (chain) => chain.toggleBold()),
    toggle('Italic', 'italic', 'Control+I', { name: 'italic' }, (chain) => chain.toggleItalic()),
    toggle('Underline', 'underline', 'Control+U', { name: 'underline' }, (chain) => chain.toggleUnderline()),
    toggle('Strike', 'strike', 'Control+Shift+S', { name: 'strike' }, (chain) => chain.toggleStrike()),
    toggle('Code', 'code', 'Control+E', { name: 'code' }, (chain) => chain.toggleCode()),
  ],
  [heading(1), heading(2), heading(3), heading(4), heading(5), heading(6)],
  [
    toggle('Blockquote', 'blockquote', 'Control+Shift+B', { name: 'blockquote' }, (chain) =>
      chain.toggleBlockquote(),
    ),
    toggle('Ordered List', 'ordered-list', 'Control+Shift+7', { name: 'orderedList' }, (chain) =>
      chain.toggleList('orderedList', 'listItem'),
    ),
    toggle('Bullet List', 'bullet-list', 'Control+Shift+8', { name: 'bulletList' }, (chain) =>
      chain.toggleBulletList(),
    ),
  ],
  [
    popup('Insert Link', 'link', 'link', 'link'),
    popup('Insert Image', 'image', 'image', 'image'),
    popup('Text Color', 'text-color', 'textColor', 'textColor'),
    popup('Background Color', 'background-color', 'backgroundColor', 'backgroundColor'),
  ],
  [
    alignment('Align Left', 'left', 1),
    alignment('Align Center', 'center', 2),
    alignment('Align Right', 'right', 3),
    alignment('Align Justify', 'justify', 4),
  ],
];

const primaryNames = [
  ['Bold', 'Italic', 'Insert Link'],
  ['Heading 2', 'Heading 3'],
  ['Bullet List', 'Ordered List', 'Insert Image'],
];
const named = (name: string) => groups.flat().filter((item) => item.name === name);

/** The tools that are always there. */
export const primaryGroups = primaryNames.map((names) => names.flatMap(named));

/** All others. */
export const moreGroups = groups
  .map((group) => group.filter(({ name }) => !primaryNames.flat().includes(name)))
  .filter((group) => group.length > 0);

const shortNames = ['Bold', 'Italic', 'Insert Link', 'Ordered List', 'Bullet List'];

/** The tools of short texts. */
export const shortGroups: readonly (readonly Item[])[] = [
  groups.flat().filter(({ name }) => shortNames.includes(name)),
];
