import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { FormError } from '../../../platform/admin/controls/form-error.tsx';
import { useSend } from '../../../platform/admin/data/use-send.ts';
import { maxCommentLength } from '../../../platform/http/api/limits.ts';
import { t } from '../../../platform/messages/translate.ts';

type Props = {
  label: string;
  submitLabel: string;
  value: string;
  onChange: (text: string) => void;
  onSubmit: () => Promise<void>;
  onCancel: () => void;
};

/** Writes an answer or another text of a comment. Escape closes it; the text stays until the next load. */
export function TextForm({ label, submitLabel, value, onChange, onSubmit, onCancel }: Props) {
  const { busy, error, send } = useSend();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send(onSubmit);
    else return;
    event.preventDefault();
  };
  return (
    <form
      className="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send(onSubmit);
      }}
    >
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={field}
        id={id}
        rows={4}
        maxLength={maxCommentLength * 2}
        dir="auto"
        value={value}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p className="actions">
        <button type="submit" className="primary" aria-disabled={busy}>
          {submitLabel}
        </button>
        <button type="button" className="quiet" onClick={onCancel}>
          {t('Cancel')}
        </button>
      </p>
      <FormError message={error} />
    </form>
  );
}
