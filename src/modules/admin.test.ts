import { expect, test } from 'vitest';
import type { PublicSite } from '../core/site/api/site.ts';
import { currentLink, navigationOf } from '../platform/admin/frame/navigation.ts';
import { adminModules } from './admin.ts';

const mail = { subscriptions: true, commenter_mail: true };
const linksOf = (hasMail: boolean) =>
  navigationOf(adminModules, {
    fediverse: 'note',
    ...(hasMail && { mail }),
  } as unknown as PublicSite).flatMap(({ links }) => links);

test.each([
  ['/admin', { path: '', current: 'page' }],
  ['/admin/comments', { path: 'comments', current: 'page' }],
  ['/admin/add', { path: '', current: 'true' }],
  ['/admin/edit/7/revisions', { path: '', current: 'true' }],
  ['/admin/settings/any', { path: 'settings', current: 'true' }],
  ['/admin/statistics/posts/7', { path: 'statistics', current: 'true' }],
  ['/admin/newsletters/7', { path: 'newsletters', current: 'true' }],
  ['/admin/nowhere', null],
  ['/admin/additional', null],
])('%s is marked in the navigation', (pathname, link) => {
  expect(currentLink(adminModules, pathname)).toEqual(link);
});

test('the side menu has at most seven entries, and each screen is in one of them', () => {
  const menu = navigationOf(adminModules, { mail, fediverse: 'note' } as unknown as PublicSite).map(
    ({ name }) => name,
  );
  expect(menu).toEqual(['Posts', 'Comments', 'Media', 'Audience', 'Design', 'Settings', 'Account']);
  expect(linksOf(true)).toHaveLength(adminModules.flatMap(({ links = [] }) => links).length);
  const paths = linksOf(true).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

test('a site without mail has no screens of mail', () => {
  const names = (hasMail: boolean) => linksOf(hasMail).map(({ name }) => name);
  expect(names(true)).toEqual(expect.arrayContaining(['Mail', 'Subscribers', 'Newsletters']));
  for (const name of ['Mail', 'Subscribers', 'Newsletters']) expect(names(false)).not.toContain(name);
});
