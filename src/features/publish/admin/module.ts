import type { AdminModule } from '../../../platform/admin/module.ts';

export const publishAdmin: AdminModule = {
  name: 'publish',
  screens: [{ path: 'settings/published', lazy: () => import('./published-screen.tsx') }],
  links: [
    {
      group: 'Settings',
      place: 97,
      path: 'settings/published',
      name: 'Published files',
      help: 'published-files',
      keywords: 'static site bucket cdn folder s3 nginx',
    },
  ],
};
