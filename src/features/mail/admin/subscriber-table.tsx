import { useState } from 'react';
import { formatNumber } from '../../../platform/admin/controls/format.ts';
import { useSelection } from '../../../platform/admin/controls/use-selection.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { Subscriber, SubscriberState } from '../api/subscribers.ts';
import { type Deletion, useDeletion } from './use-deletion.ts';

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
  const chosen = deletion.all ? deletion.all.ids : selection.ids;
  const selectPage = () => {
    deletion.clear();
    selection.selectAll(!isPage && deletion.all === null);
  };
  const removeChosen = async () => {
    if (await deletion.remove(chosen)) selection.selectAll(false);
  };
  return (
    <>
      <fieldset className="above-list" disabled={deletion.progress !== null}>
        <legend className="visually-hidden">Selected subscribers</legend>
        <label>
          <input type="checkbox" checked={isPage || deletion.all !== null} onChange={selectPage} />
          Select all
        </label>
        <button
          type="button"
          className="quiet danger"
          disabled={chosen.length === 0}
          onClick={() => void removeChosen()}
        >
          Delete selected
        </button>
        <span role="status">{chosen.length > 0 && `${formatNumber(chosen.length)} selected`}</span>
      </fieldset>
      <AllPages isPage={isPage} listed={subscribers.length} total={total} deletion={deletion} />
      <table className="as-cards subscribers">
        <caption className="visually-hidden">Subscribers</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Select</span>
            </th>
            <th scope="col">Address</th>
            <th scope="col">Since</th>
            <th scope="col">Gets</th>
            <th scope="col">Action</th>
          </tr>
        </thead>
        <tbody>
          {subscribers.map((subscriber) => (
            <Row
              key={subscriber.id}
              subscriber={subscriber}
              isSelected={selection.has(subscriber.id) || deletion.all !== null}
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
      <td data-label="Select">
        <input
          type="checkbox"
          aria-label={`Select ${address}`}
          checked={isSelected}
          onClick={({ shiftKey }) => setRange(shiftKey)}
          onChange={({ target }) => onSelect(target.checked, isRange)}
        />
      </td>
      <th scope="row" data-label="Address">
        <span>
          {address}{' '}
          {date_bounced && (
            <>
              <span className="chip failed">Bounced</span>
              <span className="soft reason">
                <FormattedDate date={date_bounced} />
                {bounce && `: ${bounce}`}
              </span>
            </>
          )}
        </span>
      </th>
      <td data-label="Since">
        <span>
          <FormattedDate date={date_added} /> {source === 'import' && <span className="chip">Imported</span>}
        </span>
      </td>
      <td data-label="Gets">{choiceText(subscriber)}</td>
      <td data-label="Action">
        <button type="button" className="quiet danger" aria-label={`Delete ${address}`} onClick={onDelete}>
          Delete
        </button>
      </td>
    </tr>
  );
}

function choiceText({ frequency, categories }: Subscriber): string {
  const when = frequency === 'weekly' ? 'once a week' : 'at once';
  if (categories === null) return `All posts, ${when}`;
  if (categories.length === 0) return 'Nothing: the chosen categories were deleted';
  return `${categories.join(', ')}, ${when}`;
}

type AllPagesProps = { isPage: boolean; listed: number; total: number; deletion: Deletion };

/** Offers to select the subscribers of all pages, and shows how far their deletion is. */
function AllPages({ isPage, listed, total, deletion }: AllPagesProps) {
  const { all, progress } = deletion;
  if (progress)
    return (
      <p className="all-pages" role="status">
        <span>
          {formatNumber(progress.done)} of {formatNumber(progress.total)}
        </span>
        <progress max={progress.total} value={progress.done} aria-label="Deleting subscribers" />
        <button type="button" className="quiet" onClick={deletion.stop}>
          Stop
        </button>
      </p>
    );
  if (all)
    return (
      <p className="all-pages">
        <span>
          {all.ids.length < all.total
            ? `The newest ${formatNumber(all.ids.length)} of ${formatNumber(all.total)} subscribers are selected.`
            : `All ${formatNumber(all.total)} subscribers are selected.`}
        </span>
        <button type="button" className="quiet" onClick={deletion.clear}>
          Clear selection
        </button>
      </p>
    );
  if (!isPage || total <= listed) return null;
  return (
    <p className="all-pages">
      <span>All {formatNumber(listed)} subscribers on this page are selected.</span>
      <button type="button" className="quiet" onClick={() => void deletion.selectAll()}>
        Select all {formatNumber(total)} subscribers
      </button>
    </p>
  );
}
