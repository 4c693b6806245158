import type { ComponentProps } from 'react';
import { t } from '../../messages/translate.ts';
import { useSend } from '../data/use-send.ts';
import { FormError } from './form-error.tsx';

type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  submitLabel: string;
  /** A thrown error is shown below the fields. */
  onSubmit: () => Promise<void>;
  onCancel?: () => void;
  busyText?: string;
  /** False where the screen has a more important action. */
  isPrimary?: boolean;
};

/** A form that sends one request at a time and shows its error. */
export function Form({
  submitLabel,
  onSubmit,
  onCancel,
  busyText,
  isPrimary = true,
  children,
  ...form
}: Props) {
  const { busy, error, send } = useSend();
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault();
        void send(onSubmit);
      }}
    >
      {children}
      <p className="actions">
        <button type="submit" className={isPrimary ? 'primary' : undefined} aria-disabled={busy}>
          {submitLabel}
        </button>
        {onCancel && (
          <button type="button" onClick={onCancel}>
            {t('Cancel')}
          </button>
        )}
        {busyText && <span role="status">{busy && busyText}</span>}
      </p>
      <FormError message={error} />
    </form>
  );
}
