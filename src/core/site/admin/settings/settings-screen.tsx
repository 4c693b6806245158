import { use } from 'react';
import { Link, useLoaderData } from 'react-router';
import { Backups } from '../../../../features/backup/admin/backups.tsx';
import { guarded } from '../../../../platform/admin/data/guarded.ts';
import { NavigationContext, navigationUrl } from '../../../../platform/admin/frame/navigation.ts';
import { ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { siteCalls } from '../calls.ts';
import { AnnouncementForm } from './announcement-form.tsx';
import { IdentityImages } from './identity-images.tsx';
import '../../../../platform/admin/settings/settings.css';
import { FooterForm, LanguageForm, SiteForm } from './site-sections.tsx';

export const loader = guarded(async () => {
  const [site, images, announcement, { backups }] = await Promise.all([
    siteCalls.site(),
    siteCalls.siteImages(),
    siteCalls.announcement(),
    siteCalls.overview(),
  ]);
  return { site, images, announcement, backups };
});

export function Component() {
  const { site, images, announcement, backups } = useLoaderData<typeof loader>();
  return (
    <section className="settings">
      <ScreenTitle>Settings</ScreenTitle>
      <SettingsLinks />
      <SiteForm site={site} hasLogo={images.logo !== null} />
      <IdentityImages images={images} />
      <LanguageForm site={site} />
      <FooterForm site={site} />
      <AnnouncementForm announcement={announcement} />
      <section className="boxed" id="backups">
        <Backups state={backups} />
      </section>
    </section>
  );
}

const sections = [
  ['images', 'Images'],
  ['language', 'Language'],
  ['footer', 'Footer'],
  ['announcement', 'Announcement'],
  ['backups', 'Backups'],
] as const;

const others = ['settings/appearance', 'settings/conversation', 'settings/mail', 'menu', 'profile'];

/** The sections of this screen, and the screens with further settings. */
function SettingsLinks() {
  const links = use(NavigationContext).flatMap(({ links }) =>
    links.filter(({ path }) => others.includes(path)),
  );
  return (
    <nav aria-label="Settings">
      <ul className="settings-links">
        {sections.map(([id, name]) => (
          <li key={id}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
        {links.map(({ path, name }) => (
          <li key={path}>
            <Link to={navigationUrl(path)}>{name} …</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
