import type { AdminModule } from '../../../platform/admin/module.ts';

export const credentialsAdmin: AdminModule = {
  name: 'credentials',
  screens: [{ path: 'settings/connections', lazy: () => import('./screen.tsx') }],
  links: [
    {
      group: 'Settings',
      place: 75,
      path: 'settings/connections',
      name: 'Connections',
      help: 'sending-mail',
      keywords:
        'mail server smtp imap mastodon bluesky x s3 public url account token test mail newsletter subscribers',
    },
  ],
};
