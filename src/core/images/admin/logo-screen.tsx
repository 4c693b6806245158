import { useLoaderData } from 'react-router';
import { Switch } from '../../../platform/admin/controls/switch.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { SettingsForm } from '../../../platform/admin/settings/settings-form.tsx';
import { t } from '../../../platform/messages/translate.ts';
import { siteCalls } from '../../site/admin/calls.ts';
import { logoFields } from '../../site/admin/settings/fields.ts';
import { SitePreview } from '../../site/admin/settings/site-preview.tsx';
import { useSettingsForm } from '../../site/admin/settings/use-settings-form.ts';
import { imageCalls } from './calls.ts';
import { IdentityImages } from './identity-images.tsx';

export const loader = guarded(async () => {
  const [site, images] = await Promise.all([siteCalls.site(), imageCalls.siteImages()]);
  return { site, images };
});

/** Images are saved as soon as they are uploaded. */
export function Component() {
  const { site, images } = useLoaderData<typeof loader>();
  const section = useSettingsForm(site, ['logo_replaces_name'], t('the logo settings'), 'design/logo');
  const { values, change } = section.form;
  return (
    <section className="design">
      <ScreenTitle>{t('Logo and images')}</ScreenTitle>
      <div className="design-part">
        <IdentityImages images={images} />
        {images.logo && (
          <SettingsForm label={t('Logo')} {...section}>
            <div className="field">
              <Switch
                {...logoFields.logo_replaces_name}
                checked={values.logo_replaces_name}
                onChange={(logo_replaces_name) => change({ logo_replaces_name })}
              />
            </div>
          </SettingsForm>
        )}
      </div>
      <SitePreview of={[images, site]} />
    </section>
  );
}
