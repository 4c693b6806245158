import type { AdminModule } from '../../../platform/admin/module.ts';

export const exportAdmin: AdminModule = {
  name: 'export',
  work: [{ kind: 'export', name: 'Export', path: 'export' }],
  links: [
    {
      group: 'Settings',
      place: 110,
      path: 'export',
      name: 'Export',
      help: 'leaving',
      keywords: 'everything download static copy',
    },
  ],
};
