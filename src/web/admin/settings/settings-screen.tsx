import { type ReactNode, useId } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import type { Announcement, Site } from '../../../contract/site.ts';
import { urls } from '../../../contract/urls.ts';
import { saved } from '../../../messages/owner.ts';
import { Form } from '../controls/form.tsx';
import { Switch } from '../controls/switch.tsx';
import { TextField } from '../controls/text-field.tsx';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import { RestoredBanner } from '../drafts/restored-banner.tsx';
import { type DraftForm, useFormDraft } from '../drafts/use-draft.ts';
import { useNotices } from '../frame/notices.tsx';
import { ScreenTitle } from '../frame/screen-title.tsx';
import { LanguageFields } from './language-fields.tsx';

const path = `${urls.admin}/settings`;

export const loader = guarded(async () => {
  const [site, announcement] = await Promise.all([adminApi.site(), adminApi.announcement()]);
  return { site, announcement };
});

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
  const text = (
    name: Exclude<keyof Site, 'theme_color' | 'show_single_author'>,
    label: string,
    options: FieldOptions,
  ) => (
    <TextField
      label={label}
      value={values[name]}
      onChange={(value) => change({ [name]: value })}
      {...options}
    />
  );
  return (
    <SavedForm title="Site" form={form} saved={site} save={(values) => adminApi.saveSite(values)}>
      {text('site_name', 'Site name', { maxLength: 100 })}
      {text('site_description', 'Description', { maxLength: 500, rows: 2 })}
      {text('thank_you_line', 'Thank-you line', { maxLength: 300, rows: 2 })}
      <div className="columns">
        {text('fan_site_label', 'Fan site', { maxLength: 100 })}
        {text('fan_site_url', 'Fan site URL', { type: 'url' })}
      </div>
      <LanguageFields values={values} onChange={change} />
      <div className="columns">
        {text('contact_email', 'Contact email', { type: 'email', maxLength: 200 })}
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
      <TextField label="Title" maxLength={200} value={values.title} onChange={(title) => change({ title })} />
      <TextField
        label="Message"
        maxLength={2000}
        rows={3}
        value={values.message}
        onChange={(message) => change({ message })}
      />
      <Switch
        label="Show it on the public pages"
        checked={values.active}
        onChange={(active) => change({ active })}
      />
    </SavedForm>
  );
}

type FieldOptions = { type?: 'url' | 'email'; maxLength?: number; rows?: number };

function SavedForm<Values>(props: {
  title: string;
  form: DraftForm<Values>;
  saved: Values;
  save: (values: Values) => Promise<Values>;
  children: ReactNode;
}) {
  const { form } = props;
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  const heading = useId();
  const save = async () => {
    const { sequence, values } = form.latest();
    const savedValues = await props.save(values);
    if (form.saved(sequence, savedValues)) form.begin(savedValues);
    notify(saved);
    await revalidate();
  };
  return (
    <Form
      className="boxed"
      aria-labelledby={heading}
      noValidate
      submitLabel="Save"
      busyText="Saving …"
      onSubmit={save}
    >
      <h2 id={heading}>{props.title}</h2>
      <RestoredBanner
        date={form.restored}
        resetLabel="Use the saved version"
        onReset={() => form.reset(props.saved)}
      />
      {props.children}
    </Form>
  );
}
