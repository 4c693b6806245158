import { type RefObject, useCallback, useEffect, useId, useState } from 'react';
import { blocksOf } from '../../../content/document/compare/html-tokens.ts';
import { markedHtml } from '../../../content/document/compare/marked-html.ts';
import { reworded } from '../../../content/document/compare/reworded.ts';
import { threeWay } from '../../../content/document/compare/three-way.ts';
import type { EditorActions } from '../../../content/editor/editor.tsx';
import { plainLines } from '../../../platform/admin/controls/plain-lines.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { maxCommentLength } from '../../../platform/http/api/limits.ts';
import { t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { OwnRemark } from '../api.ts';
import { findPassage, squeezed } from '../rules/passages.ts';
import { writingCalls } from './calls.ts';
import { closeSourceView } from './messages.ts';
import { RenderedText } from './rendered-text.tsx';
import './cut-text.css';

const none: readonly OwnRemark[] = [];
const paragraphsOf = (content: string) => blocksOf(content).map((block) => squeezed(plainLines(block)));

/** What invited readers say about the post, and the blocks that open remarks belong to. */
export function useRemarks(postId: number | null, content: () => string) {
  const [remarks, setRemarks] = useState(none);
  const [marked, setMarked] = useState<readonly number[]>([]);
  const { reportError } = useNotices();
  const [latest] = useState(() => content);
  const show = useCallback(
    (next: readonly OwnRemark[]) => {
      setRemarks(next);
      const open = next.filter(({ resolved }) => !resolved);
      const texts = open.length > 0 ? paragraphsOf(latest()) : [];
      setMarked(open.flatMap((remark) => findPassage(remark, texts) ?? []));
    },
    [latest],
  );
  useEffect(() => {
    let isMounted = true;
    if (postId !== null)
      writingCalls.remarks({ id: postId }).then((found) => isMounted && show(found), reportError);
    return () => {
      isMounted = false;
    };
  }, [postId, show, reportError]);
  const change = async ({ id }: OwnRemark, values: { answer: string; resolved: boolean }) => {
    try {
      const changed = await writingCalls.changeRemark({ id: postId ?? 0, remarkId: id, ...values });
      show(remarks.map((remark) => (remark.id === id ? changed : remark)));
    } catch (error) {
      reportError(error);
    }
  };
  return { remarks, marked, change, open: remarks.filter(({ resolved }) => !resolved).length };
}

type Props = ReturnType<typeof useRemarks> & {
  content: string;
  editor: RefObject<EditorActions | null>;
  /** Before a place in the text is shown, which the panel may cover. */
  onShow(): void;
};

export function RemarksPanel({ remarks, change, content, editor, onShow }: Props) {
  if (remarks.length === 0) return null;
  const blocks = blocksOf(content);
  const texts = paragraphsOf(content);
  const placed = remarks
    .map((remark) => ({ remark, at: findPassage(remark, texts) }))
    .sort((a, b) => Number(a.remark.resolved) - Number(b.remark.resolved) || (a.at ?? -1) - (b.at ?? -1));
  return (
    <section className="remarks" aria-label={t('Remarks')}>
      <h2>{t('Remarks')}</h2>
      <ul>
        {placed.map(({ remark, at }) => (
          <RemarkItem
            key={remark.id}
            remark={remark}
            at={at}
            block={at === null ? undefined : blocks[at]}
            editor={editor}
            onShow={onShow}
            onChange={(values) => void change(remark, values)}
          />
        ))}
      </ul>
    </section>
  );
}

type ItemProps = {
  remark: OwnRemark;
  at: number | null;
  /** The paragraph that it belongs to, as it is now. */
  block: string | undefined;
  editor: RefObject<EditorActions | null>;
  onShow(): void;
  onChange(values: { answer: string; resolved: boolean }): void;
};

const takeFocus = (element: HTMLElement | null) => element?.focus();

function RemarkItem({ remark, at, block, editor, onShow, onChange }: ItemProps) {
  const { notify } = useNotices();
  const id = useId();
  const [answer, setAnswer] = useState(remark.answer);
  const [isAnswering, setAnswering] = useState(false);
  const isChanged = block === undefined && (remark.paragraph || remark.quote) !== '';
  const proposed = block !== undefined && remark.proposal ? reworded(block, remark.proposal) : '';
  const accept = () => {
    const { current } = editor;
    if (!current || at === null) return notify(closeSourceView);
    current.replaceBlock(at, proposed);
    setAnswering(false);
    onChange({ answer, resolved: true });
  };
  const show = () => {
    const { current } = editor;
    if (!current || at === null) return notify(closeSourceView);
    onShow();
    current.showBlock(at);
  };
  return (
    <li dir="auto">
      <span className="soft">
        <strong>{remark.name || t('Anonymous')}</strong>, <FormattedDate date={remark.date} style="full" />
        {remark.resolved && <> · {t('resolved')}</>}
      </span>
      {(remark.quote || remark.paragraph) && (
        <blockquote className={remark.quote || isChanged ? undefined : 'beginning'}>
          {remark.quote || remark.paragraph}
        </blockquote>
      )}
      {isChanged && <span className="soft">{t('The passage has changed.')}</span>}
      {remark.remark && <p>{remark.remark}</p>}
      {proposed && proposed !== block && !remark.resolved && (
        <>
          <RenderedText html={markedHtml(block ?? '', proposed)} label={t('Proposed wording')} />
          {isConflict(remark, block ?? '') && (
            <span className="soft">{t('You have changed this paragraph since.')}</span>
          )}
          <button type="button" onClick={accept}>
            {t('Accept the wording')}
          </button>
        </>
      )}
      {remark.proposal && !proposed && <p>{t('Proposed: {proposal}', { proposal: remark.proposal })}</p>}
      {isAnswering ? (
        <div className="field">
          <label htmlFor={id}>{t('Answer')}</label>
          <textarea
            ref={takeFocus}
            id={id}
            rows={2}
            maxLength={maxCommentLength}
            value={answer}
            onChange={({ target }) => setAnswer(target.value)}
          />
        </div>
      ) : (
        remark.answer && <p className="answer">{remark.answer}</p>
      )}
      <span className="actions">
        {isAnswering ? (
          <>
            <button
              type="button"
              aria-disabled={answer.trim() === remark.answer}
              onClick={() => {
                if (answer.trim() === remark.answer) return;
                onChange({ answer, resolved: remark.resolved });
                setAnswering(false);
              }}
            >
              {t('Send answer')}
            </button>
            <button
              type="button"
              className="quiet"
              onClick={() => {
                setAnswer(remark.answer);
                setAnswering(false);
              }}
            >
              {t('Cancel')}
            </button>
          </>
        ) : (
          <button type="button" className="quiet" onClick={() => setAnswering(true)}>
            {t('Answer')}
          </button>
        )}
        <button
          type="button"
          className="quiet"
          onClick={() => onChange({ answer: remark.answer, resolved: !remark.resolved })}
        >
          {remark.resolved ? t('Open again') : t('Resolve')}
        </button>
        {at !== null && (
          <button type="button" className="quiet" onClick={show}>
            {t('Show')}
          </button>
        )}
      </span>
    </li>
  );
}

/** Whether the author and the reader have both changed the paragraph. */
const isConflict = ({ paragraph_html, proposal }: OwnRemark, block: string): boolean =>
  threeWay([paragraph_html], [block], [reworded(paragraph_html, proposal)]).some(
    ({ changedBy }) => changedBy === 'both',
  );
