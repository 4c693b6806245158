import { AllPagesBar } from '../../../platform/admin/controls/all-pages.tsx';
import type { Selection } from '../../../platform/admin/controls/use-selection.ts';
import { t } from '../../../platform/messages/translate.ts';
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

const names: Record<Verb, { selected: string; all: string }> = {
  approve: { selected: t('approve selected'), all: t('approve all selected') },
  unapprove: { selected: t('unnapprove selected'), all: t('unnapprove all selected') },
  delete: { selected: t('delete selected'), all: t('delete all selected') },
  spam: { selected: t('spam selected'), all: t('spam all selected') },
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
        <legend className="visually-hidden">{t('Selected comments')}</legend>
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
          {t('Select all')}
        </label>
        {verbs.map((verb) => (
          <button
            key={verb}
            type="button"
            className={verb === 'delete' ? 'quiet danger' : 'quiet'}
            disabled={count === 0 || all.progress !== null}
            onClick={() => (all.selected ? void all.change(verb) : onAct(verb))}
          >
            {names[verb].selected}
          </button>
        ))}
        <span role="status">{count > 0 && t('{count} selected', { count })}</span>
        {likelySpam > 0 && (
          <button
            type="button"
            className="quiet danger"
            disabled={all.progress !== null}
            onClick={() => void all.deleteSpam()}
          >
            {t('Delete all likely spam ({count})', { count: likelySpam })}
          </button>
        )}
        <button type="button" className="quiet shortcut-button" onClick={onHelp}>
          {t('Keyboard shortcuts')}
        </button>
      </fieldset>
      <AllPagesBar
        all={all}
        name={t('comments')}
        first="oldest"
        progressLabel={names[all.verb].all}
        isPage={isPage}
        listed={listed}
        total={total}
      />
    </>
  );
}
