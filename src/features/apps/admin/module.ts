import type { AdminModule } from '../../../platform/admin/module.ts';

export const appsAdmin: AdminModule = {
  name: 'apps',
  screens: [
    { path: 'apps', lazy: () => import('./apps-screen.tsx') },
    { path: 'apps/authorize', lazy: () => import('./authorize-screen.tsx') },
  ],
  links: [{ group: 'System', place: 32, path: 'apps', name: 'Apps', help: 'apps' }],
};
