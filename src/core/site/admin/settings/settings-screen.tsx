import { use } from 'react';
import { Link, useLoaderData } from 'react-router';
import { guarded } from '../../../../platform/admin/data/guarded.ts';
import { NavigationContext, navigationUrl } from '../../../../platform/admin/frame/navigation.ts';
import { ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { siteCalls } from '../calls.ts';
import type { OverviewSection } from '../overview-section.ts';
import { AnnouncementForm } from './announcement-form.tsx';
import { IdentityImages } from './identity-images.tsx';
import { FooterForm, LanguageForm, SiteForm } from './site-sections.tsx';
import '../../../../platform/admin/settings/settings.css';

export const loader = guarded(async () => {
  const [site, images, announcement, overview] = await Promise.all([
    siteCalls.site(),
    siteCalls.siteImages(),
    siteCalls.announcement(),
    siteCalls.overview(),
  ]);
  return { site, images, announcement, overview };
});

export function Component({ sections }: { sections: readonly OverviewSection[] }) {
  const { site, images, announcement, overview } = useLoaderData<typeof loader>();
  return (
    <section className="settings">
      <ScreenTitle>Settings</ScreenTitle>
      <SettingsLinks sections={[...ownSections, ...sections]} />
      <SiteForm site={site} hasLogo={images.logo !== null} />
      <IdentityImages images={images} />
      <LanguageForm site={site} />
      <FooterForm site={site} />
      <AnnouncementForm announcement={announcement} />
      {sections.map(({ id, Section }) => (
        <section key={id} className="boxed" id={id}>
          <Section overview={overview} />
        </section>
      ))}
    </section>
  );
}

type Named = Pick<OverviewSection, 'id' | 'name'>;

const ownSections: readonly Named[] = [
  { id: 'images', name: 'Images' },
  { id: 'language', name: 'Language' },
  { id: 'footer', name: 'Footer' },
  { id: 'announcement', name: 'Announcement' },
];

const others = ['settings/appearance', 'settings/conversation', 'settings/mail', 'menu', 'profile'];

/** The sections of this screen, and the screens with further settings. */
function SettingsLinks({ sections }: { sections: readonly Named[] }) {
  const links = use(NavigationContext).flatMap(({ links }) =>
    links.filter(({ path }) => others.includes(path)),
  );
  return (
    <nav aria-label="Settings">
      <ul className="settings-links">
        {sections.map(({ id, name }) => (
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
