import type { AdminModule } from '../../../platform/admin/module.ts';

export const conversationAdmin: AdminModule = {
  name: 'conversation',
  screens: [{ path: 'settings/conversation', lazy: () => import('./conversation-screen.tsx') }],
  links: [
    {
      group: 'Settings',
      place: 50,
      path: 'settings/conversation',
      name: 'Conversation',
      help: 'comments',
      keywords: 'comments moderation close spam',
      settings: async () => Object.values((await import('./fields.ts')).conversationFields),
    },
    {
      group: 'Settings',
      place: 70,
      path: 'settings/networks',
      name: 'Networks',
      help: 'networks',
      keywords: 'mastodon bluesky x twitter fediverse activitypub social',
      settings: async () => Object.values((await import('./fields.ts')).networkFields),
    },
  ],
};
