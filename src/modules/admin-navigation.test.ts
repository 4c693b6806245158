import { expect, test } from 'vitest';
import { currentLink, navigationOf } from './admin-navigation.ts';

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
  expect(currentLink(pathname)).toEqual(link);
});

test('each screen is linked once', () => {
  const paths = navigationOf({ isOn: true }).flatMap(({ links }) => links.map(([path]) => path));
  expect(new Set(paths).size).toBe(paths.length);
});

test('a site without mail has no screens of mail', () => {
  const names = (isOn: boolean) =>
    navigationOf({ isOn }).flatMap(({ links }) => links.map(([, name]) => name));
  expect(names(true)).toEqual(expect.arrayContaining(['Mail', 'Subscribers', 'Newsletters']));
  for (const name of ['Mail', 'Subscribers', 'Newsletters']) expect(names(false)).not.toContain(name);
  expect(navigationOf({ isOn: false }).filter(({ links }) => links.length === 0)).toEqual([]);
});
