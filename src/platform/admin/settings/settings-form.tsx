import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { saved as savedMessage } from '../../messages/owner.ts';
import { rich } from '../../messages/rich.ts';
import { t } from '../../messages/translate.ts';
import { FormattedDate } from '../../web/ui/date.tsx';
import { FormError } from '../controls/form-error.tsx';
import { useSend } from '../data/use-send.ts';
import { useReset } from '../drafts/use-discard.ts';
import type { DraftForm } from '../drafts/use-draft.ts';
import { useNotices } from '../frame/notices.tsx';
import { focusSetting } from './setting.ts';
import './settings.css';

type Props<Values> = {
  /** The name of the form. */
  label: string;
  form: DraftForm<Values>;
  saved: Values;
  /** What stays as it was is not in `changed`: another tab may have changed it, or it follows from another setting. */
  save: (values: Values, changed: Partial<Values>) => Promise<Values>;
  /** What changes that were made during a save are based on, such as the new version. */
  base?: (saved: Values) => Partial<Values>;
  /** Fields with forms of their own, which cannot be in this one. */
  before?: ReactNode;
  children: ReactNode;
};

/** Settings that are saved as a whole. What is not saved stays as a draft when the screen is left. */
export function SettingsForm<Values extends object>({
  label,
  form,
  saved,
  save,
  base,
  before,
  children,
}: Props<Values>) {
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  const { busy, error, send, setError } = useSend();
  const reset = useReset(form);
  const element = useRef<HTMLDivElement>(null);
  const { state, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each search that was followed
  useEffect(() => focusSetting(element.current, state), [key]);
  const submit = async () => {
    const { sequence, values } = form.latest();
    const changed = Object.entries(values).filter(([name, value]) => value !== saved[name as keyof Values]);
    const savedValues = await save(values, Object.fromEntries(changed) as Partial<Values>);
    if (form.saved(sequence, savedValues, base?.(savedValues))) form.begin(savedValues);
    notify(savedMessage);
    await revalidate();
  };
  const isUnsaved = form.isUnsaved();
  const discard = () => {
    setError(null);
    reset(saved);
  };
  return (
    <div ref={element} className="settings-form">
      {before}
      <form
        aria-label={label}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(submit);
        }}
      >
        {children}
        <SaveBar isUnsaved={isUnsaved} busy={busy} error={error} onDiscard={discard}>
          {form.restored && <Restored date={form.restored} />}
        </SaveBar>
      </form>
    </div>
  );
}

type BarProps = {
  isUnsaved: boolean;
  busy: boolean;
  error?: string | null;
  onDiscard: () => void;
  /** Instead of "Unsaved changes". */
  children?: ReactNode;
};

/** How a form of settings is saved. */
export const SaveBar = ({ isUnsaved, busy, error = null, onDiscard, children }: BarProps) => (
  <div className="save-bar" hidden={!isUnsaved && !busy}>
    <FormError message={error} />
    <span role="status">{busy ? t('Saving …') : isUnsaved && (children || t('Unsaved changes'))}</span>
    <button type="button" onClick={onDiscard}>
      {t('Discard')}
    </button>
    <button type="submit" className="primary" aria-disabled={busy}>
      {t('Save')}
    </button>
  </div>
);

const Restored = ({ date }: { date: string }) => (
  <>
    {rich('These are your unsaved changes from {date}.', {
      date: <FormattedDate date={date} style="full" />,
    })}
  </>
);

/** Settings of a section that belong together. */
export function SettingsGroup({ title, id, children }: { title: string; id: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section className="settings-group" id={id} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}
