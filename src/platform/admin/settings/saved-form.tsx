import { type ReactNode, useId } from 'react';
import { useRevalidator } from 'react-router';
import { saved } from '../../messages/owner.ts';
import { Form } from '../controls/form.tsx';
import { RestoredBanner } from '../drafts/restored-banner.tsx';
import { useReset } from '../drafts/use-discard.ts';
import type { DraftForm } from '../drafts/use-draft.ts';
import { useNotices } from '../frame/notices.tsx';

type Props<Values> = {
  title: string;
  /** The id of the section, for links to it. */
  id: string;
  form: DraftForm<Values>;
  saved: Values;
  save: (values: Values) => Promise<Values>;
  children: ReactNode;
};

/** A section of the settings with its own Save. What is not saved stays as a draft when the screen is left. */
export function SavedForm<Values>({ title, id, form, save, children, ...props }: Props<Values>) {
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  const reset = useReset(form);
  const heading = useId();
  const submit = async () => {
    const { sequence, values } = form.latest();
    const savedValues = await save(values);
    if (form.saved(sequence, savedValues)) form.begin(savedValues);
    notify(saved);
    await revalidate();
  };
  return (
    <Form
      className="boxed"
      id={id}
      aria-labelledby={heading}
      noValidate
      submitLabel="Save"
      busyText="Saving …"
      onSubmit={submit}
    >
      <div className="section-head">
        <h2 id={heading}>{title}</h2>
        <span role="status">{form.isUnsaved() && <span className="chip">Unsaved changes</span>}</span>
      </div>
      <RestoredBanner
        date={form.restored}
        resetLabel="Use the saved version"
        onReset={() => reset(props.saved)}
      />
      {children}
    </Form>
  );
}
