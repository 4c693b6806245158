import type { AdminModule } from '../../../platform/admin/module.ts';

export const backupAdmin: AdminModule = {
  name: 'backup',
  screens: [{ path: 'settings/backups', lazy: () => import('./screen.tsx') }],
  commands: [
    {
      name: 'Back up now',
      keywords: 'backup save',
      run: async () => (await import('./calls.ts')).backupCalls.start(),
    },
  ],
  work: [{ kind: 'backup', name: 'Backup', path: 'settings/backups' }],
  links: [
    {
      group: 'Settings',
      place: 120,
      path: 'settings/backups',
      name: 'Backups',
      help: 'backups',
      keywords: 'restore download archive',
    },
  ],
};
