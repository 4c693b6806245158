import { Switch } from '../../../../platform/admin/controls/switch.tsx';
import { TextField } from '../../../../platform/admin/controls/text-field.tsx';
import { useFormDraft } from '../../../../platform/admin/drafts/use-draft.ts';
import { SavedForm } from '../../../../platform/admin/settings/saved-form.tsx';
import type { Announcement } from '../../api/site.ts';
import { siteCalls } from '../calls.ts';
import { settingsPath } from './site-sections.tsx';

export function AnnouncementForm({ announcement }: { announcement: Announcement }) {
  const saved = { title: announcement.title, message: announcement.message, active: announcement.active };
  const form = useFormDraft('announcement', saved, { name: () => 'the announcement', path: settingsPath });
  const { values, change } = form;
  return (
    <SavedForm
      title="Announcement"
      id="announcement"
      form={form}
      saved={saved}
      save={async (values) => {
        const { title, message, active } = await siteCalls.saveAnnouncement(values);
        return { title, message, active };
      }}
    >
      <TextField label="Title" maxLength={200} value={values.title} onChange={(title) => change({ title })} />
      <TextField
        label="Message"
        maxLength={2000}
        rows={3}
        hint="Links are allowed."
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
