import type { ChainedCommands, Editor } from '@tiptap/core';
import { redoDepth, undoDepth } from '@tiptap/pm/history';
import { t } from '../../../platform/messages/translate.ts';
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
  return toggle(t('Heading {level}', { level }), `h${level}`, `Control+Alt+${level}`, type, (chain) =>
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

function historyItem(icon: 'undo' | 'redo', name: string, keys: string): Item {
  const depth = icon === 'undo' ? undoDepth : redoDepth;
  return {
    kind: 'action',
    name,
    icon,
    keys,
    dependsOnHistory: true,
    run: (editor) => (icon === 'undo' ? focusedChain(editor).undo() : focusedChain(editor).redo()).run(),
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
  [historyItem('undo', t('Undo'), 'Control+Z'), historyItem('redo', t('Redo'), 'Control+Y')],
  [
    toggle(t('Bold'), 'bold', 'Control+B', { name: 'bold' }, (chain) => chain.toggleBold()),
    toggle(t('Italic'), 'italic', 'Control+I', { name: 'italic' }, (chain) => chain.toggleItalic()),
    toggle(t('Underline'), 'underline', 'Control+U', { name: 'underline' }, (chain) =>
      chain.toggleUnderline(),
    ),
    toggle(t('Strike'), 'strike', 'Control+Shift+S', { name: 'strike' }, (chain) => chain.toggleStrike()),
    toggle(t('Code'), 'code', 'Control+E', { name: 'code' }, (chain) => chain.toggleCode()),
  ],
  [heading(1), heading(2), heading(3), heading(4), heading(5), heading(6)],
  [
    toggle(t('Blockquote'), 'blockquote', 'Control+Shift+B', { name: 'blockquote' }, (chain) =>
      chain.toggleBlockquote(),
    ),
    toggle(t('Ordered List'), 'ordered-list', 'Control+Shift+7', { name: 'orderedList' }, (chain) =>
      chain.toggleList('orderedList', 'listItem'),
    ),
    toggle(t('Bullet List'), 'bullet-list', 'Control+Shift+8', { name: 'bulletList' }, (chain) =>
      chain.toggleBulletList(),
    ),
  ],
  [
    popup(t('Insert Link'), 'link', 'link', 'link'),
    popup(t('Insert Image'), 'image', 'image', 'image'),
    popup(t('Text Color'), 'text-color', 'textColor', 'textColor'),
    popup(t('Background Color'), 'background-color', 'backgroundColor', 'backgroundColor'),
  ],
  [
    alignment(t('Align Left'), 'left', 1),
    alignment(t('Align Center'), 'center', 2),
    alignment(t('Align Right'), 'right', 3),
    alignment(t('Align Justify'), 'justify', 4),
  ],
];

const primaryNames = [
  [t('Bold'), t('Italic'), t('Insert Link')],
  [t('Heading {level}', { level: 2 }), t('Heading {level}', { level: 3 })],
  [t('Bullet List'), t('Ordered List'), t('Insert Image')],
];
const named = (name: string) => groups.flat().filter((item) => item.name === name);

/** The tools that are always there. */
export const primaryGroups = primaryNames.map((names) => names.flatMap(named));

/** All others. */
export const moreGroups = groups
  .map((group) => group.filter(({ name }) => !primaryNames.flat().includes(name)))
  .filter((group) => group.length > 0);

const shortNames = [t('Bold'), t('Italic'), t('Insert Link'), t('Ordered List'), t('Bullet List')];

/** The tools of short texts. */
export const shortGroups: readonly (readonly Item[])[] = [
  groups.flat().filter(({ name }) => shortNames.includes(name)),
];
