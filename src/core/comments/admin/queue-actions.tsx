import { formatNumber } from '../../../platform/admin/controls/format.ts';
import type { Selection } from '../../../platform/admin/controls/use-selection.ts';
import type { AllMatching } from './use-all-matching.ts';
import type { Verb } from './use-queue.ts';

type Props = {
  filter: string;
  /** The comments on this page that can be selected. */
  listed: number;
  total: number;
  /** How many comments on all pages are likely spam. */
  likelySpam: number;
  selection: Selection;
  all: AllMatching;
  onAct: (verb: Verb) => void;
  onHelp: () => void;
};

const names: Record<Verb, string> = {
  approve: 'approve',
  unapprove: 'unnapprove',
  delete: 'delete',
  spam: 'spam',
};

/** Above the list: select all, and what applies to the selected comments. */
export function QueueActions({ filter, listed, total, likelySpam, selection, all, onAct, onHelp }: Props) {
  const isPage = listed > 0 && selection.ids.length === listed;
  const count = all.selected?.ids.length ?? selection.ids.length;
  const verbs: Verb[] = [
    ...(filter === 'approved' ? [] : (['approve'] as const)),
    ...(filter === 'waiting' || filter === 'spam' ? [] : (['unapprove'] as const)),
    'spam',
    'delete',
  ];
  return (
    <>
      <fieldset className="above-list">
        <legend className="visually-hidden">Selected comments</legend>
        <label>
          <input
            type="checkbox"
            checked={isPage || all.selected !== null}
            disabled={all.progress !== null}
            onChange={() => {
              all.clear();
              selection.selectAll(!isPage && all.selected === null);
            }}
          />
          Select all
        </label>
        {verbs.map((verb) => (
          <button
            key={verb}
            type="button"
            className={verb === 'delete' ? 'quiet danger' : 'quiet'}
            disabled={count === 0 || all.progress !== null}
            onClick={() => (all.selected ? void all.change(verb) : onAct(verb))}
          >
            {names[verb]} selected
          </button>
        ))}
        <span role="status">{count > 0 && `${formatNumber(count)} selected`}</span>
        {likelySpam > 0 && (
          <button
            type="button"
            className="quiet danger"
            disabled={all.progress !== null}
            onClick={() => void all.deleteSpam()}
          >
            Delete all likely spam ({formatNumber(likelySpam)})
          </button>
        )}
        <button type="button" className="quiet shortcut-button" onClick={onHelp}>
          Keyboard shortcuts
        </button>
      </fieldset>
      <AllPages isPage={isPage} listed={listed} total={total} all={all} />
    </>
  );
}

/** Offers to select the comments of all pages, and shows how far a change of them is. */
function AllPages({
  isPage,
  listed,
  total,
  all,
}: Pick<Props, 'listed' | 'total' | 'all'> & { isPage: boolean }) {
  const { selected, progress } = all;
  if (progress)
    return (
      <p className="all-pages" role="status">
        <span>
          {formatNumber(progress.done)} of {formatNumber(progress.total)}
        </span>
        <progress
          max={progress.total}
          value={progress.done}
          aria-label={`${names[progress.verb]} all selected`}
        />
        <button type="button" className="quiet" onClick={all.stop}>
          Stop
        </button>
      </p>
    );
  if (selected)
    return (
      <p className="all-pages">
        <span>
          {selected.ids.length < selected.total
            ? `The oldest ${formatNumber(selected.ids.length)} of ${formatNumber(selected.total)} comments are selected.`
            : `All ${formatNumber(selected.total)} comments are selected.`}
        </span>
        <button type="button" className="quiet" onClick={all.clear}>
          Clear selection
        </button>
      </p>
    );
  if (!isPage || total <= listed) return null;
  return (
    <p className="all-pages">
      <span>All {formatNumber(listed)} comments on this page are selected.</span>
      <button type="button" className="quiet" onClick={() => void all.select()}>
        Select all {formatNumber(total)} comments
      </button>
    </p>
  );
}
