import { AllPagesBar } from '../../../platform/admin/controls/all-pages.tsx';
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
      <AllPagesBar
        all={all}
        name="comments"
        first="oldest"
        progressLabel={`${names[all.verb]} all selected`}
        isPage={isPage}
        listed={listed}
        total={total}
      />
    </>
  );
}
