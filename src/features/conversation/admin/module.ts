import type { AdminModule } from '../../../platform/admin/module.ts';

export const conversationAdmin: AdminModule = {
  name: 'conversation',
  links: [
    { group: 'Settings', place: 50, path: 'settings/conversation', name: 'Conversation', help: 'fediverse' },
  ],
};
