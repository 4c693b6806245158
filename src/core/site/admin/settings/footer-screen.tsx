import { useLoaderData } from 'react-router';
import { RichTextField } from '../../../../content/editor/rich-text-field.tsx';
import { TextField } from '../../../../platform/admin/controls/text-field.tsx';
import { guarded } from '../../../../platform/admin/data/guarded.ts';
import { fieldProps } from '../../../../platform/admin/drafts/field-props.ts';
import { ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { SettingsForm } from '../../../../platform/admin/settings/settings-form.tsx';
import { t } from '../../../../platform/messages/translate.ts';
import { footerTextShown } from '../../api/menu.ts';
import { siteCalls } from '../calls.ts';
import { footerFields } from './fields.ts';
import { SitePreview } from './site-preview.tsx';
import { useSettingsForm } from './use-settings-form.ts';

export const loader = guarded(() => siteCalls.site());

const footerNames = [
  'thank_you_line',
  'fan_site_label',
  'fan_site_url',
  'contact_email',
  'footer_text',
] as const;

export function Component() {
  const site = useLoaderData<typeof loader>();
  const section = useSettingsForm(site, footerNames, t('the footer'), 'design/footer');
  const field = fieldProps(section.form);
  return (
    <section className="design">
      <ScreenTitle>{t('Footer')}</ScreenTitle>
      <SettingsForm label={t('Footer')} {...section}>
        <TextField {...footerFields.thank_you_line} maxLength={300} rows={2} {...field('thank_you_line')} />
        <TextField {...footerFields.fan_site_label} {...field('fan_site_label')} />
        <TextField {...footerFields.fan_site_url} {...field('fan_site_url')} />
        <TextField {...footerFields.contact_email} {...field('contact_email')} />
        <RichTextField
          key={section.form.edition}
          {...footerFields.footer_text}
          {...field('footer_text')}
          maxLength={footerTextShown}
        />
      </SettingsForm>
      <SitePreview of={site} end />
    </section>
  );
}
