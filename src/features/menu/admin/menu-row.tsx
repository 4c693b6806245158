import { useId, useState } from 'react';
import { isMenuUrl, menuLimits } from '../../../core/site/api/menu.ts';
import { FormError } from '../../../platform/admin/controls/form-error.tsx';
import { ItemButton } from '../../../platform/admin/controls/item-button.tsx';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { menuUrlInvalid } from '../../../platform/messages/owner.ts';
import { t } from '../../../platform/messages/translate.ts';
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
  page: t('Page'),
  post: t('Post'),
  category: t('Category'),
  tag: t('Tag'),
  url: t('Link'),
  place: t('Site'),
} as const;

const steps: [Step, string][] = [
  ['up', t('Move up')],
  ['down', t('Move down')],
  ['nest', t('Nest below the entry above')],
  ['unnest', t('Move out')],
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
          aria-label={t('Move {name}', { name })}
          aria-describedby={instructions}
          aria-pressed={reorder.grabbed === row.key}
          {...reorder.handle(row.key)}
        >
          <span aria-hidden="true">⠿</span>
        </button>
        <div className="menu-name">
          <strong dir="auto">{name}</strong>
          <span className="soft">
            {row.target ? kinds[row.target.kind] : t('Group')}
            {row.url && (
              <>
                {' '}
                <bdi dir="ltr">{row.url}</bdi>
              </>
            )}
          </span>
          {row.state !== 'public' && (
            <span className="menu-state">
              {row.state === 'deleted' ? t('deleted') : t('not public')}
              <span className="visually-hidden">: {t('readers do not see this entry')}</span>
            </span>
          )}
        </div>
        <div className="menu-actions">
          <button
            type="button"
            className="quiet"
            aria-label={t('Edit {name}', { name })}
            aria-expanded={isEditing}
            onClick={() => setEditing(!isEditing)}
          >
            {t('Edit')}
          </button>
          <ItemButton action={t('Remove')} item={name} onClick={onRemove} />
          <details className="menu-more">
            <summary aria-label={t('Move {name} with buttons', { name })}>
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
                {t('Move to {otherList}', { otherList })}
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
  const hint = target ? t('Without a label: {name}', { name: nameOf({ ...row, label: '' }) }) : undefined;
  const error = target?.kind === 'url' && !isMenuUrl(target.url.trim()) ? menuUrlInvalid : null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend inside its border
    <div className="menu-fields" role="group" aria-labelledby={heading}>
      <span id={heading} className="visually-hidden">
        {nameOf(row)}
      </span>
      <TextField
        label={t('Label')}
        maxLength={menuLimits.label}
        value={row.label}
        onChange={(label) => onEdit({ label })}
        {...(hint && { hint })}
      />
      {target?.kind === 'url' && (
        <>
          <TextField
            label={t('URL')}
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
          {t('Done')}
        </button>
      </p>
    </div>
  );
}
