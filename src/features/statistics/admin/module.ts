import type { AdminModule } from '../../../platform/admin/module.ts';

export const statisticsAdmin: AdminModule = {
  name: 'statistics',
  screens: [
    { path: 'statistics', lazy: () => import('./screen.tsx') },
    { path: 'statistics/posts/:id', lazy: () => import('./post-statistics-screen.tsx') },
  ],
  links: [{ group: 'Audience', place: 10, path: 'statistics', name: 'Statistics', help: 'statistics' }],
};
