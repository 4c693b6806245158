import type { AdminModule } from '../../../platform/admin/module.ts';

export const conversationAdmin: AdminModule = {
  name: 'conversation',
  screens: [{ path: 'settings/conversation', lazy: () => import('./screen.tsx') }],
  links: [{ group: 'Site', place: 40, path: 'settings/conversation', name: 'Conversation' }],
};
