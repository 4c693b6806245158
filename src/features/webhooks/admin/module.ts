import type { AdminModule } from '../../../platform/admin/module.ts';

export const webhooksAdmin: AdminModule = {
  name: 'webhooks',
  screens: [{ path: 'webhooks', lazy: () => import('./webhooks-screen.tsx') }],
  links: [{ group: 'Settings', place: 96, path: 'webhooks', name: 'Webhooks', help: 'api' }],
};
