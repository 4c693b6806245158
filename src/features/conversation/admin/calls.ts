import { callsOf } from '../../../platform/admin/data/calls.ts';
import type { conversationRoutes } from '../routes.ts';

const { call } = callsOf<typeof conversationRoutes>();

export const conversationCalls = {
  conversation: call('GET', '/api/admin/conversation'),
};
