import { createContext } from 'react';
import { urls } from '../../http/urls.ts';
import { t } from '../../messages/translate.ts';
import type { AdminLink, AdminModule } from '../module.ts';

export type Navigation = readonly { name: string; links: readonly AdminLink[] }[];

const linksOf = (modules: readonly AdminModule<never>[]): AdminLink[] =>
  modules.flatMap(({ links = [] }) => links);

/** The navigation of a site, in the language of the person. */
export function navigationOf<Site>(modules: readonly AdminModule<Site>[], site: Site): Navigation {
  const links = linksOf(modules.filter(({ isOn }) => !isOn || isOn(site)));
  return modules
    .flatMap(({ groups = [] }) => groups)
    .sort((a, b) => a.place - b.place)
    .map(({ name }) => ({
      name: t(name),
      links: links
        .filter(({ group }) => group === name)
        .sort((a, b) => a.place - b.place)
        .map((link) => ({ ...link, name: t(link.name), group: t(name), keywords: t(link.keywords ?? '') })),
    }))
    .filter(({ links }) => links.length > 0);
}

/** For screens that link to others. */
export const NavigationContext = createContext<Navigation>([]);

export const navigationUrl = (path: string): string => (path ? `${urls.admin}/${path}` : urls.admin);

/** The writing screen has its own bar instead of header and navigation. */
export const isWritingScreen = (pathname: string): boolean =>
  pathname === urls.addPost || pathname === urls.addPage || /^\/admin\/edit\/\d+$/.test(pathname);

/** Add and edit belong to All Posts. */
const isWithin = (pathname: string, path: string): boolean =>
  path === ''
    ? [urls.addPost, `${urls.admin}/edit`].some((start) => `${pathname}/`.startsWith(`${start}/`))
    : pathname.startsWith(`${navigationUrl(path)}/`);

/** Where the handbook explains the screen at a path. */
export function helpUrl(modules: readonly AdminModule<never>[], pathname: string): string {
  const here = currentLink(modules, pathname);
  const isWriting = here?.path === '' && here.current === 'true';
  const page = isWriting ? 'writing' : linksOf(modules).find(({ path }) => path === here?.path)?.help;
  return `${urls.admin}/handbook/${page ?? 'README'}`;
}

/** The link of the screen at a path: 'page' if it leads to this screen, 'true' if the screen is one below it. */
export function currentLink(
  modules: readonly AdminModule<never>[],
  pathname: string,
): { path: string; current: 'page' | 'true' } | null {
  const paths = linksOf(modules).map(({ path }) => path);
  const exact = paths.find((path) => navigationUrl(path) === pathname);
  if (exact !== undefined) return { path: exact, current: 'page' };
  const [above] = paths.filter((path) => isWithin(pathname, path)).sort((a, b) => b.length - a.length);
  return above === undefined ? null : { path: above, current: 'true' };
}
