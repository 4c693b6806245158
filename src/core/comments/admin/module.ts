import type { AdminModule } from '../../../platform/admin/module.ts';

export const commentsAdmin: AdminModule = {
  name: 'comments',
  screens: [
    { path: 'comments', lazy: () => import('./comments-screen.tsx') },
    { path: 'comments/deleted', lazy: () => import('./deleted-screen.tsx') },
    { path: 'comments/people', lazy: () => import('./people-screen.tsx') },
  ],
  groups: [{ name: 'Comments', place: 20 }],
  links: [
    { group: 'Comments', place: 10, path: 'comments', name: 'Comments', help: 'comments' },
    { group: 'Comments', place: 20, path: 'comments/people', name: 'People', help: 'spam' },
    { group: 'Comments', place: 30, path: 'comments/deleted', name: 'Deleted comments', help: 'comments' },
  ],
};
