import { at, closed, newComment, type Row } from './prepare.ts';

export const rowsOfConversation: Record<string, Row> = {
  'PUT /api/posts/comment/:commentId': closed(200, async (site) => ({
    path: `/api/posts/comment/${await newComment(site)}`,
    body: { comment_text: 'Edited.' },
  })),
  'GET /api/admin/conversation': closed(200, at('/api/admin/conversation')),
  'GET /api/admin/fediverse': closed(200, at('/api/admin/fediverse')),
  'GET /api/admin/comments/ids': closed(200, at('/api/admin/comments/ids')),
  'POST /api/admin/comments/bulk': closed(200, async (site) => ({
    path: '/api/admin/comments/bulk',
    body: { action: 'delete', ids: [await newComment(site)] },
  })),
  'POST /api/admin/comments/restore': closed(200, async (site) => {
    const id = await newComment(site);
    await site.admin.delete(`/webapi/api/admin/comments?ids=${id}`);
    return { path: '/api/admin/comments/restore', body: { ids: [id] } };
  }),
};
