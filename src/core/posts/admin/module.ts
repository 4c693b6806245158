import type { AdminModule } from '../../../platform/admin/module.ts';

export const postsAdmin: AdminModule = {
  name: 'posts',
  screens: [
    { index: true, lazy: () => import('./posts-screen.tsx') },
    { path: 'add', lazy: () => import('../writing/admin/post-form.tsx') },
    { path: 'pages', lazy: () => import('./pages/pages-screen.tsx') },
    { path: 'pages/add', lazy: () => import('../writing/admin/post-form.tsx') },
    { path: 'edit/:id', lazy: () => import('../writing/admin/post-form.tsx') },
    { path: 'edit/:id/revisions', lazy: () => import('../writing/admin/revisions-screen.tsx') },
    { path: 'detail', lazy: () => import('./detail-screen.tsx') },
    { path: 'bin', lazy: () => import('../bin/admin/bin-screen.tsx') },
    { path: 'categories', lazy: () => import('../taxonomy/admin/categories-screen.tsx') },
    { path: 'redirects', lazy: () => import('../redirects/admin/redirects-screen.tsx') },
  ],
  links: [
    { group: 'Write', place: 10, path: '', name: 'All Posts' },
    { group: 'Write', place: 20, path: 'pages', name: 'Pages' },
    { group: 'Write', place: 60, path: 'categories', name: 'Categories' },
    { group: 'Site', place: 70, path: 'redirects', name: 'Redirects' },
    { group: 'System', place: 10, path: 'detail', name: 'Detail' },
    { group: 'System', place: 40, path: 'bin', name: 'Bin' },
  ],
};
