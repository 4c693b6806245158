import { Fragment, useId, useState } from 'react';
import { menuLimits } from '../../../core/site/api/menu.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
import { AddLink } from './add-link.tsx';
import { type ListName, type Lists, nameOf, newKey, place, type Row, removeRow } from './menu-order.ts';
import { MenuRow } from './menu-row.tsx';
import type { useReorder } from './use-reorder.ts';

type Props = {
  name: ListName;
  lists: Lists;
  onChange: (lists: Lists) => void;
  reorder: ReturnType<typeof useReorder>;
  instructions: string;
};

const listTitles = { header: t('Header'), footer: t('Footer') };

/** The entries of the header or of the footer. */
export function MenuList({ name, lists, onChange, reorder, instructions }: Props) {
  const [isAdding, setAdding] = useState(false);
  const heading = useId();
  const rows = lists[name];
  const other = name === 'header' ? 'footer' : 'header';
  const to = reorder.drag?.to;
  const isFull = rows.filter(({ depth }) => depth === 0).length >= menuLimits.entries;
  const edit = (key: string, change: Partial<Row>) =>
    onChange({ ...lists, [name]: rows.map((row) => (row.key === key ? { ...row, ...change } : row)) });
  const marker = (index: number) =>
    to?.list === name &&
    to.index === index && <li className="menu-marker" data-depth={to.depth} aria-hidden="true" />;
  return (
    <section className="menu-list" aria-labelledby={heading}>
      <div className="menu-list-head">
        <h2 id={heading}>{listTitles[name]}</h2>
        <button type="button" disabled={isFull} onClick={() => setAdding(true)}>
          {rich('Add link<hidden> to the {list}</hidden>', {
            list: listTitles[name],
            hidden: (text) => <span className="visually-hidden">{text}</span>,
          })}
        </button>
      </div>
      <ul data-menu-list={name} aria-labelledby={heading}>
        {rows.map((row, index) => (
          <Fragment key={row.key}>
            {marker(index)}
            <MenuRow
              row={row}
              otherList={listTitles[other]}
              reorder={reorder}
              instructions={instructions}
              onEdit={(change) => edit(row.key, change)}
              onRemove={() => {
                onChange(removeRow(lists, row.key));
                reorder.announce(t('{name} removed.', { name: nameOf(row) }));
              }}
              onMoveToOther={() => {
                onChange(place(lists, row.key, { list: other, index: lists[other].length, depth: 0 }));
                reorder.announce(
                  t('{name} moved to the {list}.', { name: nameOf(row), list: listTitles[other] }),
                );
              }}
            />
          </Fragment>
        ))}
        {marker(rows.length)}
      </ul>
      {rows.length === 0 && <p className="nothing">{t('No entries.')}</p>}
      {isFull && (
        <p className="soft">{t('There is room for {entries} entries.', { entries: menuLimits.entries })}</p>
      )}
      {isAdding && (
        <AddLink
          listTitle={listTitles[name]}
          onClose={() => setAdding(false)}
          onAdd={(link) => {
            const row: Row = { ...link, key: newKey(), depth: 0, state: 'public' };
            onChange({ ...lists, [name]: [...rows, row] });
            reorder.announce(
              t('{name} added to the {listTitle}.', { name: nameOf(row), listTitle: listTitles[name] }),
            );
            setAdding(false);
          }}
        />
      )}
    </section>
  );
}
