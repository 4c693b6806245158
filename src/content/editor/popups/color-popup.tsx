import type { Editor } from '@tiptap/core';
import type { KeyboardEvent } from 'react';
import { t } from '../../../platform/messages/translate.ts';
import { focusedChain } from '../focused-chain.ts';
import { type ColorMark, canonicalColor } from '../schema/colors.ts';
import { swatches } from '../schema/swatches.ts';
import { Popup } from './popup.tsx';

type Props = { editor: Editor; mark: ColorMark; button: HTMLElement; onClose(toText: boolean): void };

const all = swatches.flat();
const perRow = 8;

export function ColorPopup({ editor, mark, button, onClose }: Props) {
  const current = canonicalColor(editor.getAttributes(mark).color ?? '');
  const active = current ? all.find(({ value }) => canonicalColor(value) === current) : undefined;

  function choose(color: string | null) {
    const chain = focusedChain(editor);
    (color === null ? chain.unsetMark(mark) : chain.setMark(mark, { color })).run();
    onClose(true);
  }

  return (
    <Popup label={t('Colors')} button={button} onClose={onClose}>
      <fieldset className="editor-swatches" onKeyDown={moveBetween} aria-label={t('Colors')}>
        {all.map(({ name, value }) => (
          <button
            key={value}
            type="button"
            className="editor-swatch"
            style={{ backgroundColor: value }}
            title={value}
            aria-label={`${name} ${value}`}
            aria-pressed={value === active?.value}
            data-first={value === (active ?? all[0])?.value || undefined}
            onClick={() => choose(value)}
          />
        ))}
      </fieldset>
      <div className="actions">
        <button type="button" disabled={!isRemovable(editor, mark)} onClick={() => choose(null)}>
          {t('Remove')}
        </button>
      </div>
    </Popup>
  );
}

function isRemovable({ state, schema }: Editor, mark: ColorMark): boolean {
  const { from, to, empty, $from } = state.selection;
  const type = schema.marks[mark];
  if (!type) return false;
  if (empty) return Boolean(type.isInSet(state.storedMarks ?? $from.marks()));
  return state.doc.rangeHasMark(from, to, type);
}

function moveBetween(event: KeyboardEvent<HTMLElement>): void {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow, ArrowUp: -perRow };
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const step = steps[event.key];
  const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (step === undefined || index === -1) return;
  event.preventDefault();
  buttons[(index + step + buttons.length) % buttons.length]?.focus();
}
