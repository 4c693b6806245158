import type { RouteObject } from 'react-router';
import { Problem } from '../../contract/errors.ts';
import { noSuchPage } from '../../messages/owner.ts';
import { Frame, frameLoader } from './frame/frame.tsx';

/** The screens of the admin area, each loaded when it is opened. */
const screens: RouteObject[] = [
  { index: true, lazy: () => import('./posts/posts-screen.tsx') },
  { path: 'add', lazy: () => import('./writing/post-form.tsx') },
  { path: 'pages', lazy: () => import('./pages/pages-screen.tsx') },
  { path: 'pages/add', lazy: () => import('./writing/post-form.tsx') },
  { path: 'edit/:id', lazy: () => import('./writing/post-form.tsx') },
  { path: 'edit/:id/revisions', lazy: () => import('./writing/revisions-screen.tsx') },
  { path: 'detail', lazy: () => import('./posts/detail-screen.tsx') },
  { path: 'comments', lazy: () => import('./comments/comments-screen.tsx') },
  { path: 'comments/people', lazy: () => import('./comments/people-screen.tsx') },
  { path: 'image', lazy: () => import('./images/image-screen.tsx') },
  { path: 'image/media', lazy: () => import('./images/media-screen.tsx') },
  { path: 'bin', lazy: () => import('./bin/bin-screen.tsx') },
  { path: 'profile', lazy: () => import('./profiles/profile-screen.tsx') },
  { path: 'users/:id/profile', lazy: () => import('./profiles/profile-screen.tsx') },
  { path: 'users', lazy: () => import('./users/users-screen.tsx') },
  { path: 'categories', lazy: () => import('./categories/categories-screen.tsx') },
  { path: 'security', lazy: () => import('./security/security-screen.tsx') },
  { path: 'activity', lazy: () => import('./settings/activity-screen.tsx') },
  { path: 'version', lazy: () => import('./settings/version-screen.tsx') },
  { path: 'menu', lazy: () => import('./menu/menu-screen.tsx') },
  { path: 'statistics', lazy: () => import('./statistics/statistics-screen.tsx') },
  { path: 'statistics/posts/:id', lazy: () => import('./statistics/post-statistics-screen.tsx') },
  { path: 'redirects', lazy: () => import('./redirects/redirects-screen.tsx') },
  { path: 'subscribers', lazy: () => import('./mail/subscribers-screen.tsx') },
  { path: 'newsletters', lazy: () => import('./mail/newsletters-screen.tsx') },
  { path: 'newsletters/:id', lazy: () => import('./mail/newsletter-screen.tsx') },
  { path: 'import', lazy: () => import('./transfer/import-screen.tsx') },
  { path: 'import/:id', lazy: () => import('./transfer/import-report-screen.tsx') },
  { path: 'export', lazy: () => import('./transfer/export-screen.tsx') },
  { path: 'settings/appearance', lazy: () => import('./settings/appearance-screen.tsx') },
  { path: 'settings/conversation', lazy: () => import('./settings/conversation-screen.tsx') },
  { path: 'settings/mail', lazy: () => import('./settings/mail-screen.tsx') },
  { path: 'settings', lazy: () => import('./settings/settings-screen.tsx') },
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
        lazy: () => import('./frame/layout.tsx'),
        children: [{ lazy: () => import('./frame/screen-error.tsx'), children: screens }],
      },
    ],
  },
];
