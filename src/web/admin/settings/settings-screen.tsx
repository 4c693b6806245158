import { type ReactNode, useId } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import type { Announcement, Site } from '../../../contract/site.ts';
import { urls } from '../../../contract/urls.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { FormError } from '../controls/form-error.tsx';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import { useSend } from '../data/use-send.ts';
import { type DraftForm, useFormDraft } from '../drafts/use-draft.ts';
import { useNotices } from '../frame/notices.tsx';
import { ScreenTitle } from '../frame/screen-title.tsx';

const path = `${urls.admin}/settings`;

export const loader = guarded(async () => {
  const [site, announcement] = await Promise.all([adminApi.site(), adminApi.announcement()]);
  return { site, announcement };
});

/** What the owner says about the site, and to its readers. */
export function Component() {
  const { site, announcement } = useLoaderData<typeof loader>();
  return (
    <section>
      <ScreenTitle>Settings</ScreenTitle>
      <SiteForm site={site} />
      <AnnouncementForm announcement={announcement} />
    </section>
  );
}

function SiteForm({ site }: { site: Site }) {
  const form = useFormDraft('settings', site, { name: () => 'the site settings', path });
  const { values, change } = form;
  const colorId = useId();
  const text = (name: Exclude<keyof Site, 'theme_color'>, label: string, more: FieldOptions = {}) => (
    <TextField label={label} value={values[name]} onChange={(value) => change({ [name]: value })} {...more} />
  );
  return (
    <SavedForm title="Site" form={form} saved={site} save={(values) => adminApi.saveSite(values)}>
      {text('site_name', 'Site name', { max: 100 })}
      {text('site_description', 'Description', { max: 500, rows: 2 })}
      {text('thank_you_line', 'Thank-you line', { max: 300, rows: 2 })}
      <div className="columns">
        {text('fan_site_label', 'Fan site', { max: 100 })}
        {text('fan_site_url', 'Address of the fan site', { type: 'url' })}
      </div>
      <div className="columns">
        {text('contact_email', 'Contact address', { type: 'email', max: 200 })}
        <div className="field">
          <label htmlFor={colorId}>Theme color</label>
          <input
            id={colorId}
            type="color"
            value={values.theme_color}
            onChange={(event) => change({ theme_color: event.target.value })}
          />
        </div>
      </div>
    </SavedForm>
  );
}

function AnnouncementForm({ announcement }: { announcement: Announcement }) {
  const saved = { title: announcement.title, message: announcement.message, active: announcement.active };
  const form = useFormDraft('announcement', saved, { name: () => 'the announcement', path });
  const { values, change } = form;
  return (
    <SavedForm
      title="Announcement"
      form={form}
      saved={saved}
      save={async (values) => {
        const { title, message, active } = await adminApi.saveAnnouncement(values);
        return { title, message, active };
      }}
    >
      <TextField label="Title" max={200} value={values.title} onChange={(title) => change({ title })} />
      <TextField
        label="Message"
        max={2000}
        rows={3}
        value={values.message}
        onChange={(message) => change({ message })}
      />
      <label className="switch">
        <input
          type="checkbox"
          role="switch"
          aria-checked={values.active}
          checked={values.active}
          onChange={(event) => change({ active: event.target.checked })}
        />
        Show it on the public pages
      </label>
    </SavedForm>
  );
}

function SavedForm<Values>(props: {
  title: string;
  form: DraftForm<Values>;
  saved: Values;
  save: (values: Values) => Promise<Values>;
  children: ReactNode;
}) {
  const { form, saved } = props;
  const { busy, error, send } = useSend();
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  const heading = useId();
  return (
    <form
      className="boxed"
      aria-labelledby={heading}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(async () => {
          const { sequence, values } = form.latest();
          const now = await props.save(values);
          if (form.saved(sequence, now)) form.begin(now);
          notify('Saved.');
          await revalidate();
        });
      }}
    >
      <h2 id={heading}>{props.title}</h2>
      {form.restored && (
        <p className="banner offer" role="status">
          <span>
            This is what you typed <FormattedDate date={form.restored} style="full" />. It is not saved yet.
          </span>
          <button type="button" onClick={() => form.reset(saved)}>
            Use what is saved
          </button>
        </p>
      )}
      {props.children}
      <p className="actions">
        <button type="submit" className="primary" aria-disabled={busy}>
          Save
        </button>
        <span role="status">{busy && 'Saving …'}</span>
      </p>
      <FormError message={error} />
    </form>
  );
}

type FieldOptions = { type?: 'text' | 'url' | 'email'; max?: number; rows?: number };

function TextField(
  props: FieldOptions & { label: string; value: string; onChange: (value: string) => void },
) {
  const id = useId();
  const common = {
    id,
    value: props.value,
    maxLength: props.max,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      props.onChange(event.target.value),
  };
  return (
    <div className="field">
      <label htmlFor={id}>{props.label}</label>
      {props.rows ? (
        <textarea {...common} rows={props.rows} />
      ) : (
        <input {...common} type={props.type ?? 'text'} />
      )}
    </div>
  );
}
