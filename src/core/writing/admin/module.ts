import type { AdminModule } from '../../../platform/admin/module.ts';
import { urls } from '../../../platform/http/urls.ts';

export const writingAdmin: AdminModule = {
  name: 'writing',
  screens: [
    { path: 'pages', lazy: () => import('./pages/pages-screen.tsx') },
    { path: 'edit/:id/revisions', lazy: () => import('./revisions-screen.tsx') },
    { path: 'image', lazy: () => import('./image-screen.tsx') },
    { path: 'bin', lazy: () => import('./bin/bin-screen.tsx') },
  ],
  commands: [
    { name: 'New post', keywords: 'add write', path: urls.addPost },
    { name: 'New page', keywords: 'add write', path: urls.addPage },
    { name: 'Drafts', keywords: 'posts unfinished', path: `${urls.admin}?status=draft` },
  ],
  find: async (query) => (await import('./find-posts.ts')).findToEdit(query),
  groups: [{ name: 'Posts', place: 10 }],
  links: [
    { group: 'Posts', place: 10, path: '', name: 'All Posts', help: 'publishing' },
    { group: 'Posts', place: 20, path: 'pages', name: 'Pages', help: 'pages-and-menu' },
    { group: 'Media', place: 10, path: 'image', name: 'Image', help: 'images' },
    { group: 'Posts', place: 50, path: 'detail', name: 'Detail', help: 'troubleshooting' },
    { group: 'Posts', place: 40, path: 'bin', name: 'Bin', keywords: 'trash deleted', help: 'drafts' },
  ],
};
