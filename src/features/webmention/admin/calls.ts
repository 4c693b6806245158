import { callsOf } from '../../../platform/admin/data/calls.ts';
import type { sentMentionRoutes } from '../routes/sent-mentions.ts';

export const sentMentions = callsOf<typeof sentMentionRoutes>().call('GET', '/api/admin/posts/:id/mentions');
