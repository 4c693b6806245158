import type { RouteObject } from 'react-router';
import { Frame, frameLoader } from './frame.tsx';

/** Every screen of the admin area, loaded when it is opened. */
const screens: RouteObject[] = [
  { index: true, lazy: () => import('./posts/posts-screen.tsx') },
  { path: 'add', lazy: () => import('./post-form.tsx') },
  { path: 'edit/:id', lazy: () => import('./post-form.tsx') },
  { path: 'edit/:id/revisions', lazy: () => import('./writing/revisions-screen.tsx') },
  { path: 'detail', lazy: () => import('./detail-screen.tsx') },
  { path: 'comments', lazy: () => import('./comments-screen.tsx') },
  { path: 'image', lazy: () => import('./image-screen.tsx') },
  { path: 'users', lazy: () => import('./users-screen.tsx') },
  { path: 'categories', lazy: () => import('./categories-screen.tsx') },
  { path: 'security', lazy: () => import('./security/security-screen.tsx') },
  { path: 'activity', lazy: () => import('./activity-screen.tsx') },
  { path: 'settings', lazy: () => import('./settings-screen.tsx') },
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
        lazy: () => import('./layout.tsx'),
        children: [{ lazy: () => import('./screen-error.tsx'), children: screens }],
      },
    ],
  },
];
