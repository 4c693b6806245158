import type { AdminModule } from '../../../platform/admin/module.ts';

export const credentialsAdmin: AdminModule = {
  name: 'credentials',
  screens: [{ path: 'settings/connections', lazy: () => import('./screen.tsx') }],
  links: [
    { group: 'Site', place: 55, path: 'settings/connections', name: 'Connections', help: 'sending-mail' },
  ],
};
