import { useId, useState } from 'react';
import { isMenuUrl, menuLimits } from '../../../core/site/api/menu.ts';
import { FormError } from '../../../platform/admin/controls/form-error.tsx';
import { ItemButton } from '../../../platform/admin/controls/item-button.tsx';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { menuUrlInvalid } from '../../../platform/messages/owner.ts';
import { nameOf, type Row, type Step } from './menu-order.ts';
import type { useReorder } from './use-reorder.ts';

type Props = {
  row: Row;
  otherList: string;
  reorder: ReturnType<typeof useReorder>;
  instructions: string;
  onEdit: (change: Partial<Row>) => void;
  onRemove: () => void;
  onMoveToOther: () => void;
};

const kinds = {
  page: 'Page',
  post: 'Post',
  category: 'Category',
  tag: 'Tag',
  url: 'Link',
  place: 'Site',
} as const;

const steps: [Step, string][] = [
  ['up', 'Move up'],
  ['down', 'Move down'],
  ['nest', 'Nest below the entry above'],
  ['unnest', 'Move out'],
];

/** One entry: its handle, what it leads to, and what can be done with it. */
export function MenuRow({ row, otherList, reorder, instructions, onEdit, onRemove, onMoveToOther }: Props) {
  const [isEditing, setEditing] = useState(false);
  const name = nameOf(row);
  const isMoving = reorder.grabbed === row.key || reorder.drag?.key === row.key;
  return (
    <li
      className="menu-row"
      data-menu-row={row.key}
      data-depth={row.depth}
      data-moving={isMoving || undefined}
    >
      <div className="menu-row-line">
        <button
          type="button"
          className="menu-grip quiet"
          aria-label={`Move ${name}`}
          aria-describedby={instructions}
          aria-pressed={reorder.grabbed === row.key}
          {...reorder.handle(row.key)}
        >
          <span aria-hidden="true">⠿</span>
        </button>
        <div className="menu-name">
          <strong dir="auto">{name}</strong>
          <span className="soft">
            {row.target ? kinds[row.target.kind] : 'Group'}
            {row.url && <span className="menu-url"> {row.url}</span>}
          </span>
          {row.state !== 'public' && (
            <span className="menu-state">
              {row.state === 'deleted' ? 'deleted' : 'not public'}
              <span className="visually-hidden">: readers do not see this entry</span>
            </span>
          )}
        </div>
        <div className="menu-actions">
          <button
            type="button"
            className="quiet"
            aria-label={`Edit ${name}`}
            aria-expanded={isEditing}
            onClick={() => setEditing(!isEditing)}
          >
            Edit
          </button>
          <ItemButton action="Remove" item={name} onClick={onRemove} />
          <details className="menu-more">
            <summary aria-label={`Move ${name} with buttons`}>
              <span aria-hidden="true">⋯</span>
            </summary>
            <div>
              {steps.map(([direction, label]) => (
                <button
                  key={direction}
                  type="button"
                  className="quiet"
                  onClick={() => reorder.move(row.key, direction)}
                >
                  {label}
                </button>
              ))}
              <button type="button" className="quiet" onClick={onMoveToOther}>
                Move to {otherList}
              </button>
            </div>
          </details>
        </div>
      </div>
      {isEditing && <RowFields row={row} onEdit={onEdit} onClose={() => setEditing(false)} />}
    </li>
  );
}

function RowFields({ row, onEdit, onClose }: Pick<Props, 'row' | 'onEdit'> & { onClose: () => void }) {
  const heading = useId();
  const { target } = row;
  const hint = target ? `Without a label: ${nameOf({ ...row, label: '' })}` : undefined;
  const error = target?.kind === 'url' && !isMenuUrl(target.url.trim()) ? menuUrlInvalid : null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend inside its border
    <div className="menu-fields" role="group" aria-labelledby={heading}>
      <span id={heading} className="visually-hidden">
        {nameOf(row)}
      </span>
      <TextField
        label="Label"
        maxLength={menuLimits.label}
        value={row.label}
        onChange={(label) => onEdit({ label })}
        {...(hint && { hint })}
      />
      {target?.kind === 'url' && (
        <>
          <TextField
            label="URL"
            type="url"
            maxLength={menuLimits.url}
            value={target.url}
            // Also an incomplete one: Save refuses it, instead of saving the one before.
            onChange={(url) => onEdit({ target: { kind: 'url', url }, url, title: url.trim() })}
          />
          <FormError message={error} />
        </>
      )}
      <p className="actions">
        <button type="button" onClick={onClose}>
          Done
        </button>
      </p>
    </div>
  );
}
