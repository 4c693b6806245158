import type { AdminModule } from '../../../platform/admin/module.ts';

export const importAdmin: AdminModule = {
  name: 'import',
  screens: [
    { path: 'import', lazy: () => import('./screen.tsx') },
    { path: 'import/:id', lazy: () => import('./report-screen.tsx') },
  ],
  links: [{ group: 'Settings', place: 100, path: 'import', name: 'Import', help: 'bringing-a-blog' }],
};
