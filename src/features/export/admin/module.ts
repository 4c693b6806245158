import type { AdminModule } from '../../../platform/admin/module.ts';

export const exportAdmin: AdminModule = {
  name: 'export',
  screens: [{ path: 'export', lazy: () => import('./export-screen.tsx') }],
  links: [{ group: 'Import & Export', place: 20, path: 'export', name: 'Export' }],
};
