import type { AdminModule } from '../../../platform/admin/module.ts';

export const siteAdmin: AdminModule = {
  name: 'site',
  screens: [
    { path: 'activity', lazy: () => import('./settings/activity-screen.tsx') },
    { path: 'version', lazy: () => import('./settings/version-screen.tsx') },
    { path: 'settings/appearance', lazy: () => import('./settings/appearance-screen.tsx') },
  ],
  links: [
    { group: 'Site', place: 20, path: 'settings', name: 'Settings', help: 'look' },
    { group: 'Site', place: 30, path: 'settings/appearance', name: 'Appearance', help: 'look' },
    { group: 'System', place: 30, path: 'activity', name: 'Activity', help: 'authors' },
    { group: 'System', place: 50, path: 'version', name: 'Version', help: 'upgrading' },
  ],
};
