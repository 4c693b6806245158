import type { AdminModule } from '../../../platform/admin/module.ts';

export const exportAdmin: AdminModule = {
  name: 'export',
  links: [{ group: 'Settings', place: 110, path: 'export', name: 'Export', help: 'leaving' }],
};
