import type { RouteObject } from 'react-router';
import { Frame, frameLoader } from '../core/site/admin/frame/frame.tsx';
import { Problem } from '../platform/http/problem.ts';
import { noSuchPage } from '../platform/messages/owner.ts';
import { adminModules } from './admin.ts';

const screens: RouteObject[] = [
  ...adminModules.flatMap(({ screens = [] }) => screens),
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
