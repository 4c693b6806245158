import type { PublicSite } from '../../../core/site/api/site.ts';
import type { AdminModule } from '../../../platform/admin/module.ts';

export const fediverseAdmin: AdminModule<PublicSite> = {
  name: 'fediverse',
  isOn: ({ fediverse }) => fediverse !== 'off',
  screens: [{ path: 'followers', lazy: () => import('./followers-screen.tsx') }],
  links: [
    {
      group: 'Audience',
      place: 40,
      path: 'followers',
      name: 'Followers',
      help: 'fediverse',
      keywords: 'fediverse mastodon',
    },
  ],
};
