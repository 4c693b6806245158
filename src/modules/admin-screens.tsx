import type { RouteObject } from 'react-router';
import { Frame, frameLoader } from '../core/site/admin/frame/frame.tsx';
import { ErrorBoundary } from '../platform/admin/frame/screen-error.tsx';
import { Problem } from '../platform/http/problem.ts';
import { noSuchPage } from '../platform/messages/owner.ts';
import { adminModules } from './admin.ts';
import { AdminLayout, loader } from './admin-layout.tsx';
import { exportedParts, networkParts, overviewSections, postRowParts, writingParts } from './admin-slots.ts';

const all = <Part,>(loads: readonly (() => Promise<Part>)[]) => Promise.all(loads.map((load) => load()));

const postsScreen = async () => {
  const [{ loader, Component }, rowParts] = await Promise.all([
    import('../core/writing/admin/posts/posts-screen.tsx'),
    all(postRowParts),
  ]);
  return { loader, Component: () => <Component rowParts={rowParts} /> };
};

const writingScreen = async () => {
  const [{ loader, Component }, parts] = await Promise.all([
    import('../core/writing/admin/post-form.tsx'),
    all(writingParts),
  ]);
  return { loader, Component: () => <Component parts={parts} /> };
};

const detailScreen = async () => {
  const [{ loader, Component }, sections] = await Promise.all([
    import('../core/writing/admin/posts/detail-screen.tsx'),
    all(overviewSections),
  ]);
  return { loader, Component: () => <Component sections={sections} /> };
};

const networksScreen = async () => {
  const [{ screenWith }, parts] = await Promise.all([
    import('../features/conversation/admin/networks-screen.tsx'),
    all(networkParts),
  ]);
  return screenWith(parts);
};

const exportScreen = async () => {
  const [{ loader, Component }, parts] = await Promise.all([
    import('../features/export/admin/export-screen.tsx'),
    all(exportedParts),
  ]);
  return { loader, Component: () => <Component parts={parts} /> };
};

const screens: RouteObject[] = [
  ...adminModules.flatMap(({ screens = [] }) => screens),
  // These have parts of several modules.
  { index: true, lazy: postsScreen },
  { path: 'add', lazy: writingScreen },
  { path: 'pages/add', lazy: writingScreen },
  { path: 'edit/:id', lazy: writingScreen },
  { path: 'detail', lazy: detailScreen },
  { path: 'settings/networks', lazy: networksScreen },
  { path: 'export', lazy: exportScreen },
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
        loader,
        Component: AdminLayout,
        children: [{ ErrorBoundary, children: screens }],
      },
    ],
  },
];
