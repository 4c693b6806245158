import type { AdminModule } from '../../../platform/admin/module.ts';

export const siteAdmin: AdminModule = {
  name: 'site',
  screens: [
    { path: 'activity', lazy: () => import('./settings/activity-screen.tsx') },
    { path: 'version', lazy: () => import('./settings/version-screen.tsx') },
    { path: 'settings/appearance', lazy: () => import('./settings/appearance-screen.tsx') },
  ],
  groups: [
    { name: 'Audience', place: 40 },
    { name: 'Design', place: 50 },
    { name: 'Settings', place: 60 },
  ],
  links: [
    { group: 'Settings', place: 10, path: 'settings', name: 'Site', help: 'look' },
    { group: 'Design', place: 10, path: 'settings/appearance', name: 'Appearance', help: 'look' },
    { group: 'Settings', place: 130, path: 'activity', name: 'Activity', help: 'authors' },
    { group: 'Settings', place: 140, path: 'version', name: 'Version', help: 'upgrading' },
  ],
};
