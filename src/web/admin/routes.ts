import { createElement } from 'react';
import type { RouteObject } from 'react-router';

/** What the server sends in place of the admin area, and what shows until its code and data are here. */
const Opening = () =>
  createElement('p', { className: 'admin-opening', role: 'status' }, 'Opening the admin area …');

/** Every screen of the admin area is loaded when it is opened; nothing of it reaches readers. */
export const adminRoutes: RouteObject[] = [
  {
    id: 'admin',
    path: 'admin',
    HydrateFallback: Opening,
    lazy: () => import('./layout.tsx'),
    children: [
      {
        id: 'admin-screens',
        lazy: () => import('./screen-error.tsx'),
        children: [
          { id: 'admin-posts', index: true, lazy: () => import('./posts/posts-screen.tsx') },
          { id: 'admin-add', path: 'add', lazy: () => import('./post-form.tsx') },
          { id: 'admin-edit', path: 'edit/:id', lazy: () => import('./post-form.tsx') },
          {
            id: 'admin-revisions',
            path: 'edit/:id/revisions',
            lazy: () => import('./writing/revisions-screen.tsx'),
          },
          { id: 'admin-detail', path: 'detail', lazy: () => import('./detail-screen.tsx') },
          { id: 'admin-comments', path: 'comments', lazy: () => import('./comments-screen.tsx') },
          { id: 'admin-image', path: 'image', lazy: () => import('./image-screen.tsx') },
          { id: 'admin-users', path: 'users', lazy: () => import('./users-screen.tsx') },
          { id: 'admin-categories', path: 'categories', lazy: () => import('./categories-screen.tsx') },
          { id: 'admin-security', path: 'security', lazy: () => import('./security/security-screen.tsx') },
          { id: 'admin-activity', path: 'activity', lazy: () => import('./activity-screen.tsx') },
          { id: 'admin-settings', path: 'settings', lazy: () => import('./settings-screen.tsx') },
        ],
      },
    ],
  },
];
