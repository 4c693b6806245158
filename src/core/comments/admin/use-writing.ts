import { useState } from 'react';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { t } from '../../../platform/messages/translate.ts';
import type { QueuedComment } from '../api/comments.ts';
import * as messages from '../messages.ts';
import { commentCalls } from './calls.ts';
import { type Queue, rowId, undoTopic } from './use-queue.ts';

type Kind = 'answer' | 'edit';

/** The form of an answer or of another text: one is open at a time, and what was typed into others is preserved. */
export function useWriting(queue: Queue) {
  const [opened, setOpened] = useState<{ id: number; kind: Kind } | null>(null);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const { notify, reportError } = useNotices();
  const keyOf = (id: number, kind: Kind) => `${kind} ${id}`;
  const close = (id: number) => {
    setOpened(null);
    document.getElementById(rowId(id))?.focus({ preventScroll: true });
  };
  const dropText = (key: string) => setTexts(({ [key]: _, ...others }) => others);

  const answer = async ({ id, approved }: QueuedComment, text: string) => {
    // The answer must exist before its row is closed: otherwise an error would come too late to be shown beside the text.
    const { id: answerId } = await commentCalls.answer({
      commentId: id,
      comment_text: text,
      approve: !approved,
    });
    close(id);
    dropText(keyOf(id, 'answer'));
    await queue.perform(
      [id],
      {
        row: approved ? t('Answered') : t('Approved and answered'),
        done: messages.commentAnswered(!approved),
      },
      async () => {},
      async () => {
        await commentCalls.remove([answerId], false);
        if (!approved) await commentCalls.approveMany({ ids: [id], state: false });
      },
    );
  };
  const edit = async ({ id, comment_text }: QueuedComment, text: string) => {
    const save = async (next: string) => {
      const changed = await commentCalls.edit({ commentId: id, comment_text: next });
      queue.replace(id, { comment_text: changed.comment_text, date_edited: changed.date_edited });
    };
    await save(text);
    close(id);
    dropText(keyOf(id, 'edit'));
    notify(messages.commentEdited, () => save(comment_text).catch(reportError), undoTopic);
  };

  return {
    kind: opened?.kind,
    formOf: (id: number) => opened?.id === id,
    open: ({ id }: QueuedComment, kind: Kind) => setOpened({ id, kind }),
    form: (comment: QueuedComment) => {
      const kind = opened?.kind ?? 'answer';
      const key = keyOf(comment.id, kind);
      const value = texts[key] ?? (kind === 'edit' ? comment.comment_text : '');
      const answerLabel = comment.approved ? t('Answer') : t('Approve and answer');
      return {
        label:
          kind === 'answer'
            ? t('Your answer to {userName}', { userName: comment.user_name })
            : t('Comment of {userName}', { userName: comment.user_name }),
        submitLabel: kind === 'edit' ? t('Save') : answerLabel,
        value,
        onChange: (text: string) => setTexts((before) => ({ ...before, [key]: text })),
        onSubmit: () => (kind === 'answer' ? answer(comment, value) : edit(comment, value)),
        onCancel: () => close(comment.id),
      };
    },
  };
}
