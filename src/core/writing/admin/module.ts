import type { AdminModule } from '../../../platform/admin/module.ts';

export const postsAdmin: AdminModule = {
  name: 'posts',
  screens: [
    { path: 'pages', lazy: () => import('./pages/pages-screen.tsx') },
    { path: 'edit/:id/revisions', lazy: () => import('./revisions-screen.tsx') },
    { path: 'menu', lazy: () => import('../../../features/menu/admin/menu-screen.tsx') },
    { path: 'image', lazy: () => import('./image-screen.tsx') },
    { path: 'bin', lazy: () => import('./bin/bin-screen.tsx') },
    { path: 'categories', lazy: () => import('../../taxonomy/admin/categories-screen.tsx') },
    { path: 'redirects', lazy: () => import('../../redirects/admin/redirects-screen.tsx') },
  ],
  links: [
    { group: 'Write', place: 10, path: '', name: 'All Posts' },
    { group: 'Write', place: 20, path: 'pages', name: 'Pages' },
    { group: 'Write', place: 50, path: 'image', name: 'Image' },
    { group: 'Write', place: 60, path: 'categories', name: 'Categories' },
    { group: 'Site', place: 60, path: 'menu', name: 'Menu' },
    { group: 'Site', place: 70, path: 'redirects', name: 'Redirects' },
    { group: 'System', place: 10, path: 'detail', name: 'Detail' },
    { group: 'System', place: 40, path: 'bin', name: 'Bin' },
  ],
};
