import { addMailOf, addNewsletter, addSubscriber } from '../../support/mail-rows.ts';
import { at, closed, newName, type Row } from './prepare.ts';

const typed = { post_title: 'A walk', post_content: '<p>By the sea</p>', version: 0 };

export const rowsOfMail: Record<string, Row> = {
  'GET /api/admin/mail/subscribers': closed(200, at('/api/admin/mail/subscribers')),
  'GET /api/admin/mail/subscribers/counts': closed(200, at('/api/admin/mail/subscribers/counts')),
  'GET /api/admin/mail/subscribers/ids': closed(200, at('/api/admin/mail/subscribers/ids')),
  'POST /api/admin/mail/subscribers/delete': closed(200, async ({ blog }) => ({
    path: '/api/admin/mail/subscribers/delete',
    body: { ids: [await addSubscriber(blog.db, `${newName()}@example.org`)] },
  })),
  'GET /api/admin/mail/subscribers/import': closed(200, at('/api/admin/mail/subscribers/import')),
  'POST /api/admin/mail/subscribers/import': closed(202, () => ({
    path: '/api/admin/mail/subscribers/import?consent=yes',
    body: new Blob([`${newName()}@example.org\n`], { type: 'application/octet-stream' }),
  })),
  'GET /api/admin/mail/subscribers/file': closed(200, at('/api/admin/mail/subscribers/file')),
  'GET /api/admin/mail/newsletters': closed(200, at('/api/admin/mail/newsletters')),
  'GET /api/admin/mail/newsletters/:id': closed(200, async ({ blog }) => ({
    path: `/api/admin/mail/newsletters/${await addNewsletter(blog.db)}`,
  })),
  'GET /api/admin/mail/newsletters/:id/deliveries': closed(200, async ({ blog }) => ({
    path: `/api/admin/mail/newsletters/${await addNewsletter(blog.db)}/deliveries?state=failed`,
  })),
  'POST /api/admin/mail/newsletters/:id/cancel': closed(200, async ({ blog }) => {
    const id = await addNewsletter(blog.db);
    await addMailOf(blog.db, id, `${newName()}@example.org`, 'waiting');
    return { path: `/api/admin/mail/newsletters/${id}/cancel` };
  }),
  'POST /api/admin/mail/newsletters/:id/retry': closed(200, async ({ blog }) => ({
    path: `/api/admin/mail/newsletters/${await addNewsletter(blog.db)}/retry`,
    body: { state: 'failed' },
  })),
  'GET /api/admin/mail/writing': closed(200, at('/api/admin/mail/writing')),
  'POST /api/admin/mail/preview': closed(200, at('/api/admin/mail/preview', typed)),
  // Without an address of the owner.
  'POST /api/admin/mail/test-post': closed(409, at('/api/admin/mail/test-post', typed)),
  'GET /api/admin/mail': closed(200, at('/api/admin/mail')),
  'PUT /api/admin/mail': closed(200, at('/api/admin/mail', { rate: 60 })),
  'POST /api/admin/mail/test': closed(200, async ({ admin }) => {
    await admin.put('/webapi/api/admin/mail', { owner_address: 'owner@example.org' });
    return { path: '/api/admin/mail/test' };
  }),
  'GET /api/admin/mail/domain': closed(200, at('/api/admin/mail/domain')),
  // The sender of a site on localhost has no DNS that could be asked.
  'POST /api/admin/mail/domain/check': closed(200, at('/api/admin/mail/domain/check')),
  'POST /api/admin/mail/dkim': closed(200, at('/api/admin/mail/dkim')),
  'PUT /api/admin/mail/dkim': closed(200, at('/api/admin/mail/dkim', { is_off: true })),
};
