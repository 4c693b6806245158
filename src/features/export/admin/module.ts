import type { AdminModule } from '../../../platform/admin/module.ts';

export const exportAdmin: AdminModule = {
  name: 'export',
  links: [{ group: 'Import & Export', place: 20, path: 'export', name: 'Export', help: 'leaving' }],
};
