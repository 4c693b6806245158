import type { AdminModule } from '../../../platform/admin/module.ts';

export const appsAdmin: AdminModule = {
  name: 'apps',
  screens: [
    { path: 'apps', lazy: () => import('./apps-screen.tsx') },
    { path: 'apps/authorize', lazy: () => import('./authorize-screen.tsx') },
  ],
  links: [
    {
      group: 'Settings',
      place: 94,
      path: 'apps',
      name: 'Apps',
      help: 'apps',
      keywords: 'token api micropub mcp',
    },
  ],
};
