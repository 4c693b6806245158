import type { AdminModule } from '../../../platform/admin/module.ts';

export const writingAdmin: AdminModule = {
  name: 'writing',
  screens: [
    { path: 'pages', lazy: () => import('./pages/pages-screen.tsx') },
    { path: 'edit/:id/revisions', lazy: () => import('./revisions-screen.tsx') },
    { path: 'image', lazy: () => import('./image-screen.tsx') },
    { path: 'bin', lazy: () => import('./bin/bin-screen.tsx') },
  ],
  groups: [{ name: 'Posts', place: 10 }],
  links: [
    { group: 'Posts', place: 10, path: '', name: 'All Posts', help: 'publishing' },
    { group: 'Posts', place: 20, path: 'pages', name: 'Pages', help: 'pages-and-menu' },
    { group: 'Media', place: 10, path: 'image', name: 'Image', help: 'images' },
    { group: 'Posts', place: 50, path: 'detail', name: 'Detail', help: 'troubleshooting' },
    { group: 'Posts', place: 40, path: 'bin', name: 'Bin', help: 'drafts' },
  ],
};
