import type { AdminModule } from '../../../platform/admin/module.ts';

export const conversationAdmin: AdminModule = {
  name: 'conversation',
  links: [
    { group: 'Site', place: 40, path: 'settings/conversation', name: 'Conversation', help: 'fediverse' },
  ],
};
