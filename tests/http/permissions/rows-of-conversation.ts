import { at, closed, newComment, newName, onPost, type Row } from './prepare.ts';

export const rowsOfConversation: Record<string, Row> = {
  'PUT /api/posts/comment/:commentId': closed(200, async (site) => ({
    path: `/api/posts/comment/${await newComment(site)}`,
    body: { comment_text: 'Edited.' },
  })),
  'GET /api/admin/conversation': closed(200, at('/api/admin/conversation')),
  'GET /api/admin/fediverse': closed(200, at('/api/admin/fediverse')),
  'GET /api/admin/posts/:id/mentions': closed(
    200,
    onPost((id) => `/api/admin/posts/${id}/mentions`),
  ),
  'GET /api/admin/posts/:id/shares': closed(
    200,
    onPost((id) => `/api/admin/posts/${id}/shares`),
  ),
  'POST /api/admin/posts/:id/shares/update': closed(
    200,
    onPost((id) => `/api/admin/posts/${id}/shares/update`, { networks: ['Mastodon'] }),
  ),
  'POST /api/admin/posts/:id/shares/delete': closed(
    200,
    onPost((id) => `/api/admin/posts/${id}/shares/delete`, { networks: ['Mastodon'] }),
  ),
  'GET /api/admin/comments/ids': closed(200, at('/api/admin/comments/ids')),
  'POST /api/admin/comments/bulk': closed(200, async (site) => ({
    path: '/api/admin/comments/bulk',
    body: { action: 'delete', ids: [await newComment(site)] },
  })),
  'GET /api/admin/comments/deleted': closed(200, at('/api/admin/comments/deleted')),
  'POST /api/admin/comments/restore': closed(200, async (site) => {
    const id = await newComment(site);
    await site.admin.delete(`/webapi/api/admin/comments?ids=${id}`);
    return { path: '/api/admin/comments/restore', body: { ids: [id] } };
  }),
  'POST /api/admin/comments/:commentId/answer': closed(201, async (site) => ({
    path: `/api/admin/comments/${await newComment(site)}/answer`,
    body: { comment_text: 'Thank you' },
  })),
  'GET /api/admin/people': closed(200, at('/api/admin/people?state=trusted')),
  // The owner's own comment has no author to trust.
  'PUT /api/admin/comments/:commentId/person': closed(409, async (site) => ({
    path: `/api/admin/comments/${await newComment(site)}/person`,
    body: { state: 'trusted' },
  })),
  'DELETE /api/admin/people': closed(404, at('/api/admin/people?person=https://unknown.example/')),
  'GET /api/admin/blocks': closed(200, at('/api/admin/blocks')),
  'POST /api/admin/blocks': closed(201, at('/api/admin/blocks', { word: 'casino' })),
  'DELETE /api/admin/blocks/:id': closed(200, async (site) => {
    const { body } = await site.admin.post<{ id: number }>('/webapi/api/admin/blocks', { word: newName() });
    return { path: `/api/admin/blocks/${body.id}` };
  }),
};
