import { at, closed, type Row } from './prepare.ts';

export const rowsOfConversation: Record<string, Row> = {
  'GET /api/admin/conversation': closed(200, at('/api/admin/conversation')),
};
