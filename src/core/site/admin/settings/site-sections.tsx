import { useId } from 'react';
import { Switch } from '../../../../platform/admin/controls/switch.tsx';
import { TextField } from '../../../../platform/admin/controls/text-field.tsx';
import { useFormDraft } from '../../../../platform/admin/drafts/use-draft.ts';
import { SavedForm } from '../../../../platform/admin/settings/saved-form.tsx';
import { urls } from '../../../../platform/http/urls.ts';
import type { Site } from '../../api/site.ts';
import { siteCalls } from '../calls.ts';
import { LanguageFields } from './language-fields.tsx';

export const settingsPath = `${urls.admin}/settings`;
export const conversationPath = `${settingsPath}/conversation`;

const pick = <Name extends keyof Site>(site: Site, names: readonly Name[]): Pick<Site, Name> =>
  Object.fromEntries(names.map((name) => [name, site[name]])) as Pick<Site, Name>;

/** A form of some of the settings: saving it leaves the others as they are. */
export function useSettingsForm<Name extends keyof Site>(
  form: string,
  site: Site,
  names: readonly Name[],
  name: string,
  path: string = settingsPath,
) {
  const saved = pick(site, names);
  const draft = useFormDraft(form, saved, { name: () => name, path });
  // What stays as it was is not sent: it may follow from another setting.
  const save = async (values: Pick<Site, Name>) => {
    const changed = names.filter((name) => values[name] !== saved[name]);
    return pick(await siteCalls.saveSite(pick(values as Site, changed)), names);
  };
  return { form: draft, saved, save };
}

const siteFields = ['site_name', 'tagline', 'logo_replaces_name', 'site_description', 'theme_color'] as const;

export function SiteForm({ site, hasLogo }: { site: Site; hasLogo: boolean }) {
  const section = useSettingsForm('settings', site, siteFields, 'the site settings');
  const { values, change } = section.form;
  const colorId = useId();
  return (
    <SavedForm title="Site" id="site" {...section}>
      <TextField
        label="Site name"
        maxLength={100}
        value={values.site_name}
        onChange={(site_name) => change({ site_name })}
      />
      <TextField
        label="Tagline"
        maxLength={150}
        hint="A short line under the site name, on every page. Optional."
        value={values.tagline}
        onChange={(tagline) => change({ tagline })}
      />
      <TextField
        label="Description"
        maxLength={500}
        rows={2}
        hint="For search engines, feeds and link previews, and at the top of the first page."
        value={values.site_description}
        onChange={(site_description) => change({ site_description })}
      />
      <div className="field">
        <label htmlFor={colorId}>Theme color</label>
        <input
          id={colorId}
          type="color"
          value={values.theme_color}
          onChange={(event) => change({ theme_color: event.target.value })}
        />
      </div>
      {hasLogo && (
        <Switch
          label="Show the logo instead of the site name"
          checked={values.logo_replaces_name}
          onChange={(logo_replaces_name) => change({ logo_replaces_name })}
        />
      )}
    </SavedForm>
  );
}

const languageFields = ['language', 'time_zone', 'web_titles'] as const;

export function LanguageForm({ site }: { site: Site }) {
  const section = useSettingsForm('settings-language', site, languageFields, 'the language settings');
  return (
    <SavedForm title="Language" id="language" {...section}>
      <LanguageFields values={section.form.values} onChange={section.form.change} />
    </SavedForm>
  );
}

const footerFields = ['thank_you_line', 'fan_site_label', 'fan_site_url', 'contact_email'] as const;

export function FooterForm({ site }: { site: Site }) {
  const section = useSettingsForm('settings-footer', site, footerFields, 'the footer');
  const { values, change } = section.form;
  return (
    <SavedForm title="Footer" id="footer" {...section}>
      <TextField
        label="Thank-you line"
        maxLength={300}
        rows={2}
        value={values.thank_you_line}
        onChange={(thank_you_line) => change({ thank_you_line })}
      />
      <FooterFields values={values} change={change} />
    </SavedForm>
  );
}

type FooterValues = Pick<Site, 'fan_site_label' | 'fan_site_url' | 'contact_email'>;

/** What the footer shows once it is given. */
export function FooterFields({
  values,
  change,
}: {
  values: FooterValues;
  change: (part: Partial<FooterValues>) => void;
}) {
  return (
    <>
      <div className="columns">
        <TextField
          label="Fan site"
          maxLength={100}
          hint="The text of the link."
          value={values.fan_site_label}
          onChange={(fan_site_label) => change({ fan_site_label })}
        />
        <TextField
          label="Fan site URL"
          type="url"
          placeholder="https://"
          value={values.fan_site_url}
          onChange={(fan_site_url) => change({ fan_site_url })}
        />
      </div>
      <TextField
        label="Contact email"
        type="email"
        maxLength={200}
        hint="Everyone can see it. Empty fields are not shown."
        value={values.contact_email}
        onChange={(contact_email) => change({ contact_email })}
      />
    </>
  );
}
