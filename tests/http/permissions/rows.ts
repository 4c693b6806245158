import { randomUUID } from 'node:crypto';
import type { Session } from '../../../src/core/accounts/api/owner.ts';
import { writeSetting } from '../../../src/platform/db/settings.ts';
import { ensureHost } from '../../../src/platform/jobs/identity.ts';
import { insertJob } from '../../../src/platform/jobs/store.ts';
import { adminPassword } from '../../support/server.ts';

import {
  at,
  closed,
  deletedImage,
  newCategory,
  newComment,
  newImage,
  newName,
  newPasskey,
  newPreview,
  newRevision,
  newUser,
  onPost,
  open,
  passkeyRegistration,
  type Row,
  tagged,
  unknownPasskey,
  upload,
  uploadTo,
} from './prepare.ts';
import { rowsOfApps } from './rows-of-apps.ts';
import { rowsOfConversation } from './rows-of-conversation.ts';
import { rowsOfMail } from './rows-of-mail.ts';
import { rowsOfStatistics } from './rows-of-statistics.ts';

/** One for each route: who may use it, the status of a call that succeeds, and how it is prepared. */
/** Nothing listens there. */
const ownAccount = { values: { mastodon_url: 'http://127.0.0.1:1', mastodon_token: 'token' } };

export const rows: Record<string, Row> = {
  ...rowsOfApps,
  ...rowsOfConversation,
  ...rowsOfMail,
  ...rowsOfStatistics,
  'GET /tasks/:id': open(200, at('/tasks/1')),
  'PUT /tasks/:id': closed(200, at('/tasks/1', { title: 'New', message: 'Here', active: true })),
  'GET /api/site': open(200, at('/api/site')),
  'GET /api/admin/site': closed(200, at('/api/admin/site')),
  'PUT /api/admin/site': closed(200, at('/api/admin/site', { site_name: 'Changed' })),
  'GET /api/admin/menu': closed(200, at('/api/admin/menu')),
  'PUT /api/admin/menu': closed(200, async ({ admin }) => {
    const { version } = (await admin.get<{ version: number }>('/webapi/api/admin/menu')).body;
    return { path: '/api/admin/menu', body: { version, header: [], footer: [] } };
  }),
  'GET /api/admin/custom-css': closed(200, at('/api/admin/custom-css')),
  'PUT /api/admin/custom-css': closed(200, at('/api/admin/custom-css', { source: 'a{color:red}' })),
  'POST /api/admin/custom-css/check': closed(200, at('/api/admin/custom-css/check', { source: '' })),
  'GET /api/admin/site/images': closed(200, at('/api/admin/site/images')),
  'POST /api/admin/site/images/:name': closed(200, async (site) => ({
    path: '/api/admin/site/images/logo',
    body: await upload(site, 'image'),
  })),
  'DELETE /api/admin/site/images/:name': closed(200, at('/api/admin/site/images/logo')),
  'GET /api/admin/first-run': closed(200, at('/api/admin/first-run')),
  'POST /api/admin/first-run': closed(200, async ({ blog }) => {
    await writeSetting(blog.db, 'first_run', 'open');
    return { path: '/api/admin/first-run', body: {} };
  }),
  'GET /api/admin/overview': closed(200, at('/api/admin/overview')),

  'GET /api/admin/backups': closed(200, at('/api/admin/backups')),
  'POST /api/admin/backups': closed(201, at('/api/admin/backups', {})),
  'GET /api/admin/backup-jobs': closed(200, at('/api/admin/backup-jobs')),
  'POST /api/admin/backup-jobs': closed(202, async ({ blog }) => {
    // One that is never due: a job that runs would write at any time.
    const [date_added, next_run] = [new Date().toISOString(), '2100-01-01T00:00:00.000Z'];
    await insertJob(blog.db, { kind: 'backup', payload: {}, host: ensureHost(blog), date_added, next_run });
    return { path: '/api/admin/backup-jobs', body: {} };
  }),
  'GET /api/admin/backups/:id': closed(200, async ({ admin }) => ({
    path: `/api/admin/backups/${(await admin.post<{ id: string }>('/webapi/api/admin/backups', {})).body.id}`,
  })),

  'POST /api/admin/auth': open(401, at('/api/admin/auth', { username: 'unknown', password: 'wrong' })),
  'GET /api/admin/auth': open(200, at('/api/admin/auth')),
  'DELETE /api/admin/auth': open(200, at('/api/admin/auth')),
  'GET /api/admin/profiles': closed(200, at('/api/admin/profiles')),
  'GET /api/admin/profile': closed(200, at('/api/admin/profile')),
  'PUT /api/admin/profile': closed(200, () => ({ path: '/api/admin/profile', body: { bio: '' } })),
  'GET /api/admin/users/:id/profile': closed(200, async (site) => ({
    path: `/api/admin/users/${await newUser(site)}/profile`,
  })),
  'PUT /api/admin/users/:id/profile': closed(200, async (site) => ({
    path: `/api/admin/users/${await newUser(site)}/profile`,
    body: { bio: '' },
  })),
  'POST /api/admin/users/:id/profile/photo': closed(200, async (site) => ({
    path: `/api/admin/users/${await newUser(site)}/profile/photo`,
    body: await upload(site, 'image'),
  })),
  'DELETE /api/admin/users/:id/profile/photo': closed(200, async (site) => ({
    path: `/api/admin/users/${await newUser(site)}/profile/photo`,
  })),
  'GET /api/admin/users': closed(200, at('/api/admin/users')),
  'POST /api/admin/users': closed(201, () => ({
    path: '/api/admin/users',
    body: { username: newName(), password: 'long enough for it' },
  })),
  'PUT /api/admin/users/:id': closed(200, async (site) => ({
    path: `/api/admin/users/${await newUser(site)}`,
    body: { password: 'another long password' },
  })),
  'DELETE /api/admin/users/:id': closed(200, async (site) => ({
    path: `/api/admin/users/${await newUser(site)}`,
  })),

  'GET /api/admin/sessions': closed(200, at('/api/admin/sessions')),
  'DELETE /api/admin/sessions/:id': closed(200, async (site) => {
    await site.signIn();
    const { body } = await site.admin.get<Session[]>('/webapi/api/admin/sessions');
    return { path: `/api/admin/sessions/${body.find(({ current }) => !current)?.id}` };
  }),

  'DELETE /api/admin/sessions': closed(200, at('/api/admin/sessions')),

  'POST /api/admin/auth/passkey/options': open(200, at('/api/admin/auth/passkey/options')),
  'POST /api/admin/auth/passkey': open(401, (site) => ({
    path: '/api/admin/auth/passkey',
    body: { passkey: unknownPasskey(site) },
  })),
  'POST /api/admin/auth/recovery-code': open(401, at('/api/admin/auth/recovery-code', { code: 'unknown' })),
  'GET /api/admin/confirm': closed(200, at('/api/admin/confirm')),
  'POST /api/admin/confirm/options': closed(200, at('/api/admin/confirm/options')),
  'POST /api/admin/confirm': closed(200, at('/api/admin/confirm', { password: adminPassword })),
  'GET /api/admin/ways-in': closed(200, at('/api/admin/ways-in')),
  'POST /api/admin/passkeys/new/options': closed(200, at('/api/admin/passkeys/new/options')),
  'POST /api/admin/passkeys': closed(201, async (site) => ({
    path: '/api/admin/passkeys',
    body: await passkeyRegistration(site),
  })),
  'DELETE /api/admin/passkeys/:id': closed(200, async (site) => ({
    path: `/api/admin/passkeys/${await newPasskey(site)}`,
  })),
  'PUT /api/admin/second-factor': closed(200, at('/api/admin/second-factor', { on: false })),
  'POST /api/admin/recovery-codes': closed(200, at('/api/admin/recovery-codes')),

  'GET /api/admin/demo': closed(404, at('/api/admin/demo')),
  'POST /api/admin/demo/reset': closed(404, at('/api/admin/demo/reset', {})),
  'GET /api/admin/handbook': closed(200, at('/api/admin/handbook?q=mail')),
  'GET /api/admin/handbook/:page': closed(200, at('/api/admin/handbook/README')),
  'GET /api/admin/connections': closed(200, at('/api/admin/connections')),
  'PUT /api/admin/connections/:name': closed(200, at('/api/admin/connections/mastodon', ownAccount)),
  'POST /api/admin/connections/:name/test': closed(
    200,
    at('/api/admin/connections/mastodon/test', ownAccount),
  ),
  'DELETE /api/admin/connections/:name': closed(200, at('/api/admin/connections/mastodon')),
  'GET /api/admin/licenses': closed(200, at('/api/admin/licenses')),
  'GET /api/admin/version': closed(200, at('/api/admin/version')),
  'GET /api/admin/doctor': closed(200, at('/api/admin/doctor')),
  'GET /api/admin/working': closed(200, at('/api/admin/working')),
  'GET /api/admin/activity': closed(200, at('/api/admin/activity')),

  'GET /api/posts/comment/all/:postId': closed(
    200,
    onPost((id) => `/api/posts/comment/all/${id}`),
  ),
  'GET /api/posts/comment/approve/:postId': open(
    200,
    onPost((id) => `/api/posts/comment/approve/${id}`),
  ),
  'PUT /api/posts/comment/approve/:commentId': closed(200, async (site) => ({
    path: `/api/posts/comment/approve/${await newComment(site)}`,
    body: { state: false },
  })),
  'POST /api/posts/comment/:postId': open(
    201,
    onPost((id) => `/api/posts/comment/${id}`, { comment_text: 'Hello there' }),
  ),
  'DELETE /api/posts/comment/:commentId': closed(200, async (site) => ({
    path: `/api/posts/comment/${await newComment(site)}`,
  })),
  'GET /api/admin/comments': closed(200, at('/api/admin/comments')),

  'PUT /api/admin/comments': closed(200, async (site) => ({
    path: '/api/admin/comments',
    body: { ids: [await newComment(site)], state: false },
  })),
  'DELETE /api/admin/comments': closed(200, async (site) => ({
    path: `/api/admin/comments?ids=${await newComment(site)}`,
  })),

  'POST /image': uploadTo('/image', 'image'),
  'POST /image2': uploadTo('/image2', 'cover'),
  'POST /api/image': uploadTo('/api/image', 'cover'),
  // The server does not fetch from itself: its address is private.
  'POST /api/admin/image/fetch': closed(422, async (site) => ({
    path: '/api/admin/image/fetch',
    body: { post_id: (await site.createPost()).id, url: 'http://127.0.0.1/image.png' },
  })),
  'POST /api/admin/media': closed(201, () => {
    const body = new FormData();
    body.append('media', new Blob(['fLaC']), 'a.flac');
    return { path: '/api/admin/media', body };
  }),
  'GET /api/admin/media': closed(200, at('/api/admin/media')),
  'GET /api/admin/media/:id/uses': closed(404, at('/api/admin/media/999999/uses')),
  'DELETE /api/admin/media/:id': closed(404, at('/api/admin/media/999999')),
  'GET /api/admin/imports/uploads': closed(200, at('/api/admin/imports/uploads')),
  'POST /api/admin/imports/uploads': closed(201, () => ({
    path: '/api/admin/imports/uploads',
    body: { name: newName(), size: 1, last_modified: 1 },
  })),
  'GET /api/admin/imports/uploads/:id': closed(404, at('/api/admin/imports/uploads/unknown')),
  'PUT /api/admin/imports/uploads/:id': closed(415, at('/api/admin/imports/uploads/unknown?offset=0', {})),
  'POST /api/admin/imports/uploads/:id/finish': closed(
    404,
    at('/api/admin/imports/uploads/unknown/finish', {}),
  ),
  'DELETE /api/admin/imports/uploads/:id': closed(404, at('/api/admin/imports/uploads/unknown')),
  'POST /api/admin/embeds': closed(503, at('/api/admin/embeds', { url: 'http://127.0.0.1/' })),
  'GET /api/image': closed(200, at('/api/image')),
  'GET /api/image/:imageId/uses': closed(200, async (site) => ({
    path: `/api/image/${(await newImage(site)).id}/uses`,
  })),
  'DELETE /api/assoc/postimage/:postId/:imageId': closed(200, async (site) => {
    const { id, post_id } = await newImage(site);
    return { path: `/api/assoc/postimage/${post_id}/${id}` };
  }),
  'PUT /api/image/:imageId': closed(200, async (site) => ({
    path: `/api/image/${(await newImage(site)).id}`,
    body: { alt: 'A ship' },
  })),
  'POST /api/admin/posts/bulk': closed(200, async (site) => ({
    path: '/api/admin/posts/bulk',
    body: { ids: [(await site.createPost()).id], action: 'deactivate' },
  })),
  'GET /api/admin/imports': closed(200, at('/api/admin/imports')),
  'POST /api/admin/imports': closed(404, at('/api/admin/imports', { upload: 'unknown', dry_run: true })),
  'GET /api/admin/imports/:id': closed(404, at('/api/admin/imports/999999')),
  'GET /api/admin/imports/:id/items': closed(404, at('/api/admin/imports/999999/items')),
  'GET /api/admin/imports/:id/samples': closed(404, at('/api/admin/imports/999999/samples')),
  'POST /api/admin/imports/:id/again': closed(404, at('/api/admin/imports/999999/again', {})),
  'POST /api/admin/imports/:id/choices': closed(404, at('/api/admin/imports/999999/choices', {})),
  'POST /api/admin/imports/:id/start': closed(404, at('/api/admin/imports/999999/start')),
  'POST /api/admin/imports/:id/cancel': closed(404, at('/api/admin/imports/999999/cancel')),
  'POST /api/admin/imports/:id/undo': closed(404, at('/api/admin/imports/999999/undo')),
  'GET /api/admin/imports/:id/images': closed(200, async (site) => {
    const { id } = await site.blog.db
      .insertInto('imports')
      .values({ name: 'x', path: 'x', host: 'x', dry_run: 1, date_added: new Date().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { path: `/api/admin/imports/${id}/images` };
  }),
  'GET /api/admin/exports': closed(200, at('/api/admin/exports')),
  'POST /api/admin/exports': closed(201, at('/api/admin/exports', { kind: 'archive' })),
  'GET /api/admin/exports/:id': closed(404, at('/api/admin/exports/999999')),
  'GET /api/admin/exports/:id/file': closed(404, at('/api/admin/exports/999999/file')),
  'DELETE /api/admin/exports/:id': closed(404, at('/api/admin/exports/999999')),
  'GET /api/admin/publication': closed(200, at('/api/admin/publication')),
  'POST /api/admin/publication': closed(409, at('/api/admin/publication', {})),
  'GET /api/admin/redirects': closed(200, at('/api/admin/redirects')),
  'POST /api/admin/redirects': closed(201, async () => ({
    path: '/api/admin/redirects',
    body: { from: `/old/${randomUUID()}`, to: '/archive' },
  })),
  'DELETE /api/admin/redirects/import/:importId': closed(200, at('/api/admin/redirects/import/1')),
  'DELETE /api/admin/redirects/:id': closed(200, async (site) => {
    const { body } = await site.admin.post<{ id: number }>('/webapi/api/admin/redirects', {
      from: `/old/${randomUUID()}`,
      to: null,
    });
    return { path: `/api/admin/redirects/${body.id}` };
  }),
  'POST /api/admin/similar-posts': closed(
    200,
    at('/api/admin/similar-posts', { id: null, post_title: 'Tea', post_title_web: '', post_content: '' }),
  ),
  'POST /api/admin/check-links': closed(200, at('/api/admin/check-links', { urls: [] })),
  'GET /api/admin/series': closed(200, at('/api/admin/series')),
  'GET /api/admin/snippets': closed(200, at('/api/admin/snippets')),
  'PUT /api/admin/snippets': closed(200, at('/api/admin/snippets', { name: 'Bye', html: '<p>Bye</p>' })),
  'DELETE /api/admin/snippets': closed(200, at('/api/admin/snippets?name=Bye')),
  'GET /api/admin/unknown-paths': closed(200, at('/api/admin/unknown-paths')),
  'DELETE /api/admin/unknown-paths': closed(200, at('/api/admin/unknown-paths')),
  'GET /api/admin/bin': closed(200, at('/api/admin/bin')),
  'GET /api/admin/bin/drafts': closed(200, at('/api/admin/bin/drafts')),
  'GET /api/admin/bin/:kind/:id/thumbnail': closed(200, async (site) => ({
    path: `/api/admin/bin/image/${await deletedImage(site)}/thumbnail`,
  })),
  'POST /api/admin/bin/restore': closed(200, async (site) => ({
    path: '/api/admin/bin/restore',
    body: { items: [{ kind: 'image', id: await deletedImage(site) }] },
  })),
  'DELETE /api/admin/bin/:kind/:id': closed(200, async (site) => ({
    path: `/api/admin/bin/image/${await deletedImage(site)}`,
  })),
  'DELETE /api/admin/bin': closed(200, at('/api/admin/bin')),
  'PUT /api/admin/image/main/:postId/:imageId': closed(200, async (site) => {
    const { id, post_id } = await newImage(site);
    return { path: `/api/admin/image/main/${post_id}/${id}` };
  }),

  'GET /getposts': open(200, at('/getposts')),
  'POST /api/posts': closed(201, at('/api/posts', { post_title: 'New', post_content: '<p>Text</p>' })),
  'PUT /api/posts/status/:id/:status': closed(
    200,
    onPost((id) => `/api/posts/status/${id}/0`),
  ),
  'GET /api/address': open(
    200,
    onPost((id) => `/api/address?post=${id}`),
  ),
  'GET /api/posts/tag/:limit/:tag': open(200, at('/api/posts/tag/5/any')),
  'GET /api/search/:limit/:offset': open(200, at('/api/search/5/0?q=any')),
  'GET /api/posts/:id/direct': open(
    200,
    onPost((id) => `/api/posts/${id}/direct`),
  ),
  'GET /api/posts/:title/directByTitle': open(200, async (site) => ({
    path: `/api/posts/${(await site.createPost()).post_title_web}/directByTitle`,
  })),
  'GET /api/posts/:category/:excludedId/random': open(200, at('/api/posts/travel/0/random')),
  'GET /api/posts/:limit/:offset/:category/:tag': open(200, at('/api/posts/5/0/!null/!null')),
  'GET /api/posts/:id': open(
    200,
    onPost((id) => `/api/posts/${id}`),
  ),
  'PUT /api/posts/:id': closed(
    200,
    onPost((id) => `/api/posts/${id}`, { post_title: 'Changed' }),
  ),
  'POST /api/admin/posts/:id/duplicate': closed(
    201,
    onPost((id) => `/api/admin/posts/${id}/duplicate`),
  ),
  'POST /api/admin/preview': closed(
    200,
    at('/api/admin/preview', { post_title: 'x', post_content: '', version: 0 }),
  ),
  'GET /api/admin/tags': closed(200, at('/api/admin/tags?search=x')),
  'PUT /api/admin/tags/:tagName': closed(404, at('/api/admin/tags/unknown', { display_name: 'Unknown' })),
  'DELETE /api/posts/:id': closed(
    200,
    onPost((id) => `/api/posts/${id}`),
  ),
  'GET /api/admin/posts': closed(200, at('/api/admin/posts?limit=5')),
  'GET /api/admin/post-counts': closed(200, at('/api/admin/post-counts')),

  'GET /api/admin/posts/:id/revisions': closed(
    200,
    onPost((id) => `/api/admin/posts/${id}/revisions`),
  ),
  'GET /api/admin/posts/:id/current-version': closed(
    200,
    onPost((id) => `/api/admin/posts/${id}/current-version`),
  ),
  'GET /api/admin/posts/:id/versions/:version': closed(
    200,
    onPost((id) => `/api/admin/posts/${id}/versions/1`),
  ),
  'GET /api/admin/posts/:id/revisions/:revisionId': closed(200, async (site) => ({
    path: await newRevision(site),
  })),
  'POST /api/admin/posts/:id/revisions/:revisionId/restore': closed(200, async (site) => ({
    path: `${await newRevision(site)}/restore`,
  })),
  'GET /api/admin/posts/:id/previews': closed(
    200,
    onPost((id) => `/api/admin/posts/${id}/previews`),
  ),
  'POST /api/admin/posts/:id/previews': closed(
    201,
    onPost((id) => `/api/admin/posts/${id}/previews`, {}),
  ),
  'DELETE /api/admin/posts/:id/previews': closed(
    200,
    onPost((id) => `/api/admin/posts/${id}/previews`),
  ),
  'DELETE /api/admin/posts/:id/previews/:previewId': closed(200, async (site) => {
    const { post, id } = await newPreview(site);
    return { path: `/api/admin/posts/${post}/previews/${id}` };
  }),
  'GET /api/admin/posts/:id/remarks': closed(
    200,
    onPost((id) => `/api/admin/posts/${id}/remarks`),
  ),
  'PUT /api/admin/posts/:id/remarks/:remarkId': closed(
    404,
    onPost((id) => `/api/admin/posts/${id}/remarks/99`, { answer: '', resolved: true }),
  ),
  'POST /api/previews/:token/remarks': open(404, at('/api/previews/unknown/remarks', { remark: 'Fine' })),
  'GET /api/admin/cuts': closed(200, at('/api/admin/cuts?search=a')),
  'PUT /api/admin/cuts/:cutId': closed(
    200,
    at('/api/admin/cuts/mine', {
      post_id: null,
      creation_id: 'mine',
      html: '<p>Cut</p>',
      place: '',
      date: '2026-01-02',
      sequence: 1,
    }),
  ),
  'DELETE /api/admin/cuts/:cutId': closed(200, at('/api/admin/cuts/mine')),
  'GET /api/admin/drafts': closed(200, at('/api/admin/drafts')),
  'GET /api/admin/drafts/:draftId': closed(404, at('/api/admin/drafts/unknown')),
  'PUT /api/admin/drafts/:draftId': closed(
    200,
    at('/api/admin/drafts/mine', { post_title: 'T', post_content: '', version: 0 }),
  ),
  'DELETE /api/admin/drafts/:draftId': closed(200, at('/api/admin/drafts/mine')),
  'POST /api/admin/drafts/:draftId/restore': closed(404, at('/api/admin/drafts/unknown/restore')),
  'GET /api/previews/:token': open(404, at('/api/previews/unknown')),

  'GET /api/vote/:postId': open(
    200,
    onPost((id) => `/api/vote/${id}`),
  ),
  'POST /api/vote/:postId': open(
    200,
    onPost((id) => `/api/vote/${id}`, { voteVal: 1 }),
  ),
  'POST /api/tag/:postId/:tagName': closed(
    201,
    onPost((id) => `/api/tag/${id}/new`),
  ),
  'DELETE /api/tag/:id': closed(200, async (site) => ({ path: `/api/tag/${await tagged(site)}` })),

  'GET /api/cat/all': open(200, at('/api/cat/all/')),
  'POST /api/admin/cat': closed(201, () => ({ path: '/api/admin/cat', body: { category_path: newName() } })),
  'PUT /api/admin/cat/:postId/:catId': closed(200, async (site) => ({
    path: `/api/admin/cat/${(await site.createPost()).id}/${await newCategory(site)}`,
    body: { state: true },
  })),
  'GET /api/admin/category-rename': closed(200, at('/api/admin/category-rename')),
  'PUT /api/admin/cat/:catId': closed(200, async (site) => ({
    path: `/api/admin/cat/${await newCategory(site)}`,
    body: { category_path: newName() },
  })),
  'DELETE /api/admin/cat/:catId': closed(200, async (site) => ({
    path: `/api/admin/cat/${await newCategory(site)}`,
  })),

  'POST /api/twitterImage/:id': closed(
    503,
    onPost((id) => `/api/twitterImage/${id}`, { tweet: 'placeholder' }),
  ),
  'POST /api/twitterImageMulti/:id': closed(
    503,
    onPost((id) => `/api/twitterImageMulti/${id}`),
  ),
};
