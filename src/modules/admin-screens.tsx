import type { RouteObject } from 'react-router';
import { Frame, frameLoader } from '../platform/admin/frame/frame.tsx';
import { Problem } from '../platform/http/problem.ts';
import { noSuchPage } from '../platform/messages/owner.ts';
import {
  conversationSections,
  exportedParts,
  overviewSections,
  postRowParts,
  writingParts,
} from './admin-slots.ts';

const all = <Part,>(loads: readonly (() => Promise<Part>)[]) => Promise.all(loads.map((load) => load()));

const postsScreen = async () => {
  const [{ loader, Component }, rowParts] = await Promise.all([
    import('../core/posts/admin/posts-screen.tsx'),
    all(postRowParts),
  ]);
  return { loader, Component: () => <Component rowParts={rowParts} /> };
};

const writingScreen = async () => {
  const [{ loader, Component }, parts] = await Promise.all([
    import('../core/posts/writing/admin/post-form.tsx'),
    all(writingParts),
  ]);
  return { loader, Component: () => <Component parts={parts} /> };
};

const detailScreen = async () => {
  const [{ loader, Component }, sections] = await Promise.all([
    import('../core/posts/admin/detail-screen.tsx'),
    all(overviewSections),
  ]);
  return { loader, Component: () => <Component sections={sections} /> };
};

const settingsScreen = async () => {
  const [{ loader, Component }, sections] = await Promise.all([
    import('../core/site/admin/settings/settings-screen.tsx'),
    all(overviewSections),
  ]);
  return { loader, Component: () => <Component sections={sections} /> };
};

const conversationScreen = async () => {
  const [{ screenWith }, sections] = await Promise.all([
    import('../features/conversation/admin/screen.tsx'),
    all(conversationSections),
  ]);
  return screenWith(sections);
};

const exportScreen = async () => {
  const [{ loader, Component }, parts] = await Promise.all([
    import('../features/export/admin/export-screen.tsx'),
    all(exportedParts),
  ]);
  return { loader, Component: () => <Component parts={parts} /> };
};

/** The screens of the admin area, each loaded when it is opened. */
const screens: RouteObject[] = [
  { index: true, lazy: postsScreen },
  { path: 'add', lazy: writingScreen },
  { path: 'pages', lazy: () => import('../core/posts/admin/pages/pages-screen.tsx') },
  { path: 'pages/add', lazy: writingScreen },
  { path: 'edit/:id', lazy: writingScreen },
  { path: 'edit/:id/revisions', lazy: () => import('../core/posts/writing/admin/revisions-screen.tsx') },
  { path: 'detail', lazy: detailScreen },
  { path: 'comments', lazy: () => import('../core/comments/admin/comments-screen.tsx') },
  { path: 'comments/people', lazy: () => import('../core/comments/admin/people-screen.tsx') },
  { path: 'image', lazy: () => import('../core/posts/images/admin/image-screen.tsx') },
  { path: 'image/media', lazy: () => import('../core/images/admin/media-screen.tsx') },
  { path: 'bin', lazy: () => import('../core/posts/bin/admin/bin-screen.tsx') },
  { path: 'profile', lazy: () => import('../core/accounts/admin/profiles/profile-screen.tsx') },
  { path: 'users/:id/profile', lazy: () => import('../core/accounts/admin/profiles/profile-screen.tsx') },
  { path: 'users', lazy: () => import('../core/accounts/admin/users-screen.tsx') },
  { path: 'categories', lazy: () => import('../core/posts/taxonomy/admin/categories-screen.tsx') },
  { path: 'security', lazy: () => import('../core/accounts/admin/security/security-screen.tsx') },
  { path: 'activity', lazy: () => import('../core/site/admin/settings/activity-screen.tsx') },
  { path: 'version', lazy: () => import('../core/site/admin/settings/version-screen.tsx') },
  { path: 'menu', lazy: () => import('../core/posts/admin/menu/menu-screen.tsx') },
  { path: 'statistics', lazy: () => import('../features/statistics/admin/screen.tsx') },
  {
    path: 'statistics/posts/:id',
    lazy: () => import('../features/statistics/admin/post-statistics-screen.tsx'),
  },
  { path: 'redirects', lazy: () => import('../core/posts/redirects/admin/redirects-screen.tsx') },
  { path: 'subscribers', lazy: () => import('../features/mail/admin/subscribers-screen.tsx') },
  { path: 'newsletters', lazy: () => import('../features/mail/admin/newsletters-screen.tsx') },
  { path: 'newsletters/:id', lazy: () => import('../features/mail/admin/newsletter-screen.tsx') },
  { path: 'import', lazy: () => import('../features/import/admin/screen.tsx') },
  { path: 'import/:id', lazy: () => import('../features/import/admin/report-screen.tsx') },
  { path: 'export', lazy: exportScreen },
  { path: 'settings/appearance', lazy: () => import('../core/site/admin/settings/appearance-screen.tsx') },
  { path: 'settings/conversation', lazy: conversationScreen },
  { path: 'settings/mail', lazy: () => import('../features/mail/admin/setup/screen.tsx') },
  { path: 'settings', lazy: settingsScreen },
  {
    path: '*',
    loader: () => {
      throw new Problem('not_found', noSuchPage);
    },
  },
];

export const routes: RouteObject[] = [
  {
    id: 'root',
    loader: frameLoader,
    Component: Frame,
    children: [
      {
        path: 'admin',
        caseSensitive: true,
        lazy: () => import('./admin-layout.tsx'),
        children: [{ lazy: () => import('../platform/admin/frame/screen-error.tsx'), children: screens }],
      },
    ],
  },
];
