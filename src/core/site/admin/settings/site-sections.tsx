import { useLoaderData } from 'react-router';
import { SelectField } from '../../../../platform/admin/controls/select-field.tsx';
import { Switch } from '../../../../platform/admin/controls/switch.tsx';
import { TextField } from '../../../../platform/admin/controls/text-field.tsx';
import { guarded } from '../../../../platform/admin/data/guarded.ts';
import { fieldProps } from '../../../../platform/admin/drafts/field-props.ts';
import { useFormDraft } from '../../../../platform/admin/drafts/use-draft.ts';
import { ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { ExplainedSwitch } from '../../../../platform/admin/settings/explained-switch.tsx';
import { SettingsForm } from '../../../../platform/admin/settings/settings-form.tsx';
import { urls } from '../../../../platform/http/urls.ts';
import { t } from '../../../../platform/messages/translate.ts';
import { siteCalls } from '../calls.ts';
import { announcementFields, siteFields, writingFields } from './fields.ts';
import { LanguageSelect, TimeZoneSelect } from './language-fields.tsx';
import { useSettingsForm } from './use-settings-form.ts';

export const siteLoader = guarded(() => siteCalls.site());

export function SiteSection() {
  const site = useLoaderData<typeof siteLoader>();
  const section = useSettingsForm(
    site,
    ['site_name', 'tagline', 'site_description'],
    t('the site settings'),
    'settings',
  );
  const field = fieldProps(section.form);
  return (
    <section>
      <ScreenTitle>{t('Site')}</ScreenTitle>
      <SettingsForm label={t('Site')} {...section}>
        <TextField {...siteFields.site_name} maxLength={100} {...field('site_name')} />
        <TextField {...siteFields.tagline} maxLength={150} {...field('tagline')} />
        <TextField {...siteFields.site_description} maxLength={500} rows={2} {...field('site_description')} />
      </SettingsForm>
    </section>
  );
}

export function LanguageSection() {
  const site = useLoaderData<typeof siteLoader>();
  const section = useSettingsForm(
    site,
    ['language', 'time_zone'],
    t('the language settings'),
    'settings/language',
  );
  const field = fieldProps(section.form);
  return (
    <section>
      <ScreenTitle>{t('Language')}</ScreenTitle>
      <SettingsForm label={t('Language')} {...section}>
        <LanguageSelect {...field('language')} />
        <TimeZoneSelect {...field('time_zone')} />
      </SettingsForm>
    </section>
  );
}

export function WritingSection() {
  const site = useLoaderData<typeof siteLoader>();
  const section = useSettingsForm(
    site,
    ['web_titles', 'show_single_author'],
    t('the writing settings'),
    'settings/writing',
  );
  const { values, change } = section.form;
  return (
    <section>
      <ScreenTitle>{t('Writing')}</ScreenTitle>
      <SettingsForm label={t('Writing')} {...section}>
        <SelectField
          {...writingFields.web_titles}
          value={values.web_titles}
          options={[
            ['transliterate', t('Latin letters: /post/privet')],
            ['unicode', t('The letters of the title: /post/привет')],
          ]}
          onChange={(web_titles) => change({ web_titles })}
        />
        <ExplainedSwitch
          {...writingFields.show_single_author}
          checked={values.show_single_author}
          onChange={(show_single_author) => change({ show_single_author })}
        />
      </SettingsForm>
    </section>
  );
}

export const announcementLoader = guarded(() => siteCalls.announcement());

export function AnnouncementSection() {
  const { title, message, active } = useLoaderData<typeof announcementLoader>();
  const saved = { title, message, active };
  const form = useFormDraft('announcement', saved, {
    name: () => t('the announcement'),
    path: `${urls.admin}/settings/announcement`,
  });
  const { values, change } = form;
  const field = fieldProps(form);
  const save = async (_values: typeof saved, changed: Partial<typeof saved>) => {
    const { title, message, active } = await siteCalls.saveAnnouncement(changed);
    return { title, message, active };
  };
  return (
    <section>
      <ScreenTitle>{t('Announcement')}</ScreenTitle>
      <SettingsForm label={t('Announcement')} form={form} saved={saved} save={save}>
        <TextField {...announcementFields.title} maxLength={200} {...field('title')} />
        <TextField {...announcementFields.message} maxLength={2000} rows={3} {...field('message')} />
        <div className="field">
          <Switch
            {...announcementFields.active}
            checked={values.active}
            onChange={(active) => change({ active })}
          />
        </div>
      </SettingsForm>
    </section>
  );
}
