import type { AdminModule } from '../../../platform/admin/module.ts';

export const commentsAdmin: AdminModule = {
  name: 'comments',
  screens: [
    { path: 'comments', lazy: () => import('./comments-screen.tsx') },
    { path: 'comments/people', lazy: () => import('./people-screen.tsx') },
  ],
  links: [
    { group: 'Write', place: 30, path: 'comments', name: 'Comments', help: 'comments' },
    { group: 'Write', place: 40, path: 'comments/people', name: 'People', help: 'spam' },
  ],
};
