import { type RefObject, useDeferredValue, useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import type { EditorActions } from '../../../content/editor/editor.tsx';
import { copyText } from '../../../platform/admin/controls/copy-text.ts';
import { plainLines } from '../../../platform/admin/controls/plain-lines.ts';
import { useUnsaved } from '../../../platform/admin/drafts/unsaved.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { Cut } from '../api.ts';
import { writingCalls } from './calls.ts';
import { isCut, storeCut } from './kept-cuts.ts';
import { closeSourceView, cutTextCopied, cutTextDeleted, cutTextNotCopied } from './messages.ts';
import { RenderedText } from './rendered-text.tsx';
import './cut-text.css';

/** The post that is being written, and its editor. */
export type CutsOf = {
  postId: number | null;
  creationId: string;
  path: string;
  editor: RefObject<EditorActions | null>;
};

/** What was deleted while writing: from one post, or, by search, from all. */
export function CutText({ of }: { of?: CutsOf }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="cut-text" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t('Cut text')}</summary>
      {isOpen && <Cuts of={of} />}
    </details>
  );
}

function Cuts({ of }: { of: CutsOf | undefined }) {
  const id = useId();
  const [search, setSearch] = useState('');
  const { cuts, problem } = useCuts(of, useDeferredValue(search.trim()));
  const nothing =
    search.trim() === '' ? t('Sentences that you delete while writing are kept here.') : t('Nothing found.');
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{t('Search cut text of all posts')}</label>
        <input
          id={id}
          type="search"
          maxLength={100}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <p className={problem ? 'error' : 'soft'} role="status">
        {problem || (cuts?.length === 0 && nothing)}
      </p>
      <ul>
        {cuts?.map((cut) => (
          <CutItem key={cut.id} cut={cut} of={of} />
        ))}
      </ul>
    </>
  );
}

/** Those of the server, and those that this browser has not sent yet. Null while they load. */
function useCuts(of: CutsOf | undefined, search: string): { cuts: readonly Cut[] | null; problem: string } {
  const [stored, setStored] = useState<readonly Cut[] | null>(null);
  const [problem, setProblem] = useState('');
  const unsent = useUnsaved().filter(isCut);
  const ids = unsent.map((draft) => draft.id).join(' ');
  const [post, creation] = [of?.postId ?? undefined, of?.creationId];
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was sent meanwhile is in the next response
  useEffect(() => {
    let isCurrent = true;
    const query = search === '' ? { post, creation } : { search };
    writingCalls.cuts(query).then(
      (found) => {
        if (!isCurrent) return;
        setStored(found);
        setProblem('');
      },
      (error: Error) => isCurrent && setProblem(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [post, creation, search, ids]);
  const known = new Set(unsent.map((draft) => draft.id));
  const needle = search.toLowerCase();
  const local = unsent
    .filter(({ values }) => values.html !== '')
    .filter(({ values }) =>
      needle === '' && of
        ? values.creation_id === of.creationId || (of.postId !== null && values.post_id === of.postId)
        : plainLines(values.html).toLowerCase().includes(needle),
    )
    .map(({ id, at, values }): Cut => ({ ...values, id, date: at, post_title: null }));
  return { cuts: stored && [...local, ...stored.filter((cut) => !known.has(cut.id))], problem };
}

function CutItem({ cut, of }: { cut: Cut; of: CutsOf | undefined }) {
  const { notify } = useNotices();
  const isOwn = cut.post_id === null || cut.post_id === of?.postId;
  const insert = () => {
    const editor = of?.editor.current;
    if (!of || !editor) return notify(closeSourceView);
    editor.insert(cut.html);
    // It is in this post again; the text of another post stays where it is.
    const values = { post_id: of.postId, creation_id: of.creationId, html: '', place: '' };
    if (isOwn) storeCut({ id: cut.id, sequence: Math.round(Date.now() / 1000) }, values, of.path);
  };
  const remove = () => {
    const { html, place, post_id, creation_id } = cut;
    const values = { post_id, creation_id, place };
    const path = of?.path ?? urls.editPost(cut.post_id ?? 0);
    const sequence = Math.round(Date.now() / 1000);
    storeCut({ id: cut.id, sequence }, { ...values, html: '' }, path);
    notify(cutTextDeleted, async () =>
      storeCut({ id: cut.id, sequence: sequence + 1 }, { ...values, html }, path),
    );
  };
  const copy = async () => {
    notify((await copyText(plainLines(cut.html))) ? cutTextCopied : cutTextNotCopied);
  };
  return (
    <li dir="auto">
      <RenderedText html={cut.html} label={t('Cut text')} />
      <span className="soft">
        <FormattedDate date={cut.date} style="day" />
        {cut.place && `, ${t('after “{place}”', { place: cut.place })}`}
        {!isOwn && (
          <>
            {' · '}
            <Link to={urls.editPost(cut.post_id ?? 0)}>{cut.post_title || t('Untitled')}</Link>
          </>
        )}
      </span>
      <span className="actions">
        <button type="button" onClick={() => (of ? insert() : void copy())}>
          {of ? t('Insert at the cursor') : t('Copy')}
        </button>
        <button type="button" className="quiet" onClick={remove}>
          {t('Delete')}
        </button>
      </span>
    </li>
  );
}
