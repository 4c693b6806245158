import type { PublicMail } from '../features/mail/api/mail.ts';
import { urls } from '../platform/http/urls.ts';

type Link = readonly [path: string, name: string, needs?: 'mail'];

/**
 * The screens of the side navigation, as path below /admin and name; those that need mail are shown on sites that send some. A new
 * screen adds one line here and one in routes.tsx.
 */
const navigation: readonly { name: string; links: readonly Link[] }[] = [
  {
    name: 'Write',
    links: [
      ['', 'All Posts'],
      ['pages', 'Pages'],
      ['comments', 'Comments'],
      ['comments/people', 'People'],
      ['image', 'Image'],
      ['categories', 'Categories'],
    ],
  },
  {
    name: 'Subscriptions',
    links: [
      ['subscribers', 'Subscribers', 'mail'],
      ['newsletters', 'Newsletters', 'mail'],
    ],
  },
  {
    name: 'Site',
    links: [
      ['statistics', 'Statistics'],
      ['settings', 'Settings'],
      ['settings/appearance', 'Appearance'],
      ['settings/conversation', 'Conversation'],
      ['settings/mail', 'Mail', 'mail'],
      ['menu', 'Menu'],
      ['redirects', 'Redirects'],
      ['users', 'Users'],
      ['profile', 'Profile'],
    ],
  },
  {
    name: 'Import & Export',
    links: [
      ['import', 'Import'],
      ['export', 'Export'],
    ],
  },
  {
    name: 'System',
    links: [
      ['detail', 'Detail'],
      ['security', 'Security'],
      ['activity', 'Activity'],
      ['bin', 'Bin'],
      ['version', 'Version'],
    ],
  },
];

/** The navigation of a site. */
export const navigationOf = ({ isOn }: Pick<PublicMail, 'isOn'>): typeof navigation =>
  navigation
    .map(({ name, links }) => ({ name, links: links.filter(([, , needs]) => !needs || isOn) }))
    .filter(({ links }) => links.length > 0);

export const navigationUrl = (path: string): string => (path ? `${urls.admin}/${path}` : urls.admin);

/** Add and edit belong to All Posts. */
const isWithin = (pathname: string, path: string): boolean =>
  path === ''
    ? [urls.addPost, `${urls.admin}/edit`].some((start) => `${pathname}/`.startsWith(`${start}/`))
    : pathname.startsWith(`${navigationUrl(path)}/`);

/** The link of the screen at a path: 'page' if it leads to this screen, 'true' if the screen is one below it. */
export function currentLink(pathname: string): { path: string; current: 'page' | 'true' } | null {
  const paths = navigation.flatMap(({ links }) => links.map(([path]) => path));
  const exact = paths.find((path) => navigationUrl(path) === pathname);
  if (exact !== undefined) return { path: exact, current: 'page' };
  const [above] = paths.filter((path) => isWithin(pathname, path)).sort((a, b) => b.length - a.length);
  return above === undefined ? null : { path: above, current: 'true' };
}
