import { useState } from 'react';
import { AllPagesBar } from '../../../platform/admin/controls/all-pages.tsx';
import { ItemButton } from '../../../platform/admin/controls/item-button.tsx';
import { useSelection } from '../../../platform/admin/controls/use-selection.ts';
import { t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { Subscriber, SubscriberState } from '../api/subscribers.ts';
import { useDeletion } from './use-deletion.ts';

type Props = {
  subscribers: readonly Subscriber[];
  /** On all pages. */
  total: number;
  filters: { search: string; state: SubscriberState };
};

export function SubscriberTable({ subscribers, total, filters }: Props) {
  const selection = useSelection(subscribers.map(({ id }) => id));
  const deletion = useDeletion(filters);
  const isPage = selection.ids.length === subscribers.length;
  const chosen = deletion.selected ? deletion.selected.ids : selection.ids;
  const selectPage = () => {
    deletion.clear();
    selection.selectAll(!isPage && deletion.selected === null);
  };
  const removeChosen = async () => {
    if (await deletion.remove(chosen)) selection.selectAll(false);
  };
  return (
    <>
      <fieldset className="above-list" disabled={deletion.progress !== null}>
        <legend className="visually-hidden">{t('Selected subscribers')}</legend>
        <label>
          <input type="checkbox" checked={isPage || deletion.selected !== null} onChange={selectPage} />
          {t('Select all')}
        </label>
        <button
          type="button"
          className="quiet danger"
          disabled={chosen.length === 0}
          onClick={() => void removeChosen()}
        >
          {t('Delete selected')}
        </button>
        <span role="status">{chosen.length > 0 && t('{count} selected', { count: chosen.length })}</span>
      </fieldset>
      <AllPagesBar
        all={deletion}
        name={t('subscribers')}
        first="newest"
        progressLabel={t('Deleting subscribers')}
        isPage={isPage}
        listed={subscribers.length}
        total={total}
      />
      <table className="as-cards subscribers">
        <caption className="visually-hidden">{t('Subscribers')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('Select')}</span>
            </th>
            <th scope="col">{t('Address')}</th>
            <th scope="col">{t('Since')}</th>
            <th scope="col">{t('Gets')}</th>
            <th scope="col">{t('Action')}</th>
          </tr>
        </thead>
        <tbody>
          {subscribers.map((subscriber) => (
            <Row
              key={subscriber.id}
              subscriber={subscriber}
              isSelected={selection.has(subscriber.id) || deletion.selected !== null}
              onSelect={(isSelected, range) => {
                deletion.clear();
                selection.set(subscriber.id, isSelected, range);
              }}
              onDelete={() => void deletion.remove([subscriber.id], subscriber.address)}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

type RowProps = {
  subscriber: Subscriber;
  isSelected: boolean;
  onSelect: (isSelected: boolean, range: boolean) => void;
  onDelete: () => void;
};

function Row({ subscriber, isSelected, onSelect, onDelete }: RowProps) {
  const { address, date_added, date_bounced, bounce, source } = subscriber;
  const [isRange, setRange] = useState(false);
  return (
    <tr className="as-card">
      <td data-label={t('Select')}>
        <input
          type="checkbox"
          aria-label={t('Select {address}', { address })}
          checked={isSelected}
          onClick={({ shiftKey }) => setRange(shiftKey)}
          onChange={({ target }) => onSelect(target.checked, isRange)}
        />
      </td>
      <th scope="row" data-label={t('Address')}>
        <span>
          {address}{' '}
          {date_bounced && (
            <>
              <span className="chip failed">{t('Bounced')}</span>
              <span className="soft reason">
                <FormattedDate date={date_bounced} />
                {bounce && `: ${bounce}`}
              </span>
            </>
          )}
        </span>
      </th>
      <td data-label={t('Since')}>
        <span>
          <FormattedDate date={date_added} />{' '}
          {source === 'import' && <span className="chip">{t('Imported')}</span>}
        </span>
      </td>
      <td data-label={t('Gets')}>{choiceText(subscriber)}</td>
      <td data-label={t('Action')}>
        <ItemButton className="quiet danger" action={t('Delete')} item={address} onClick={onDelete} />
      </td>
    </tr>
  );
}

function choiceText({ frequency, categories }: Subscriber): string {
  const when = frequency === 'weekly' ? t('once a week') : t('at once');
  if (categories === null) return t('All posts, {when}', { when });
  if (categories.length === 0) return t('Nothing: the chosen categories were deleted');
  return `${categories.join(', ')}, ${when}`;
}
