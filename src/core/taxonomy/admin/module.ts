import type { AdminModule } from '../../../platform/admin/module.ts';

export const taxonomyAdmin: AdminModule = {
  name: 'taxonomy',
  screens: [{ path: 'categories', lazy: () => import('./categories-screen.tsx') }],
  work: [{ kind: 'rename-category', name: 'Renaming a category', path: 'categories' }],
  links: [{ group: 'Posts', place: 30, path: 'categories', name: 'Categories', help: 'publishing' }],
};
