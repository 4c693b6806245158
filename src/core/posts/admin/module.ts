import type { AdminModule } from '../../../platform/admin/module.ts';

export const postsAdmin: AdminModule = {
  name: 'posts',
  screens: [
    { path: 'pages', lazy: () => import('./pages/pages-screen.tsx') },
    { path: 'edit/:id/revisions', lazy: () => import('../writing/admin/revisions-screen.tsx') },
    { path: 'menu', lazy: () => import('./menu/menu-screen.tsx') },
    { path: 'image', lazy: () => import('../images/admin/image-screen.tsx') },
    { path: 'bin', lazy: () => import('../bin/admin/bin-screen.tsx') },
    { path: 'categories', lazy: () => import('../taxonomy/admin/categories-screen.tsx') },
    { path: 'redirects', lazy: () => import('../redirects/admin/redirects-screen.tsx') },
  ],
  links: [
    { group: 'Write', place: 10, path: '', name: 'All Posts', help: 'publishing' },
    { group: 'Write', place: 20, path: 'pages', name: 'Pages', help: 'pages-and-menu' },
    { group: 'Write', place: 50, path: 'image', name: 'Image', help: 'images' },
    { group: 'Write', place: 60, path: 'categories', name: 'Categories', help: 'publishing' },
    { group: 'Site', place: 60, path: 'menu', name: 'Menu', help: 'pages-and-menu' },
    { group: 'Site', place: 70, path: 'redirects', name: 'Redirects', help: 'pages-and-menu' },
    { group: 'System', place: 10, path: 'detail', name: 'Detail', help: 'troubleshooting' },
    { group: 'System', place: 40, path: 'bin', name: 'Bin', help: 'drafts' },
  ],
};
