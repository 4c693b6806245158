import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Webhook } from '../../src/features/webhooks/api.ts';
import { signedHeaders } from '../../src/features/webhooks/webhooks.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';

type Received = { headers: IncomingHttpHeaders; body: string };
const received: Received[] = [];
let status = 204;
const receiver = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await text(request) });
  response.statusCode = status;
  response.end();
});

let site: ApiSite;
let hook: { id: number; secret: string };
const types = () => received.map(({ body }) => JSON.parse(body).type);

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  site = await apiSite('sqlite', { OUTGOING_ALLOW: '127.0.0.1' });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  hook = (await site.admin.post<typeof hook>('/webapi/api/admin/webhooks', { url })).body;
});
afterAll(async () => {
  await site.dispose();
  receiver.close();
});

test('the headers are those of Standard Webhooks', () => {
  const call = {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    message_id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    payload: '{"test": 2432232314}',
  };
  expect(signedHeaders(call, new Date(1614265330_000))).toMatchObject({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('posts that are published, changed and removed, and approved comments, are sent in their order', async () => {
  const { id } = await site.createPost({ post_title: 'Draft', active: false });
  await site.admin.put(`/webapi/api/posts/${id}`, { active: true });
  await site.admin.put(`/webapi/api/posts/${id}`, { post_title: 'Changed' });
  const visitor = site.visitor();
  await visitor.get('/webapi/api/admin/auth');
  await visitor.post(`/webapi/api/vote/${id}`, { voteVal: 1 });
  const comment = await visitor.post<{ id: number }>(`/webapi/api/posts/comment/${id}`, {
    comment_text: 'Well said',
  });
  await site.admin.put(`/webapi/api/posts/comment/approve/${comment.body.id}`, { state: true });
  await site.admin.delete(`/webapi/api/posts/${id}`);
  await expect.poll(types).toEqual(['post.published', 'post.changed', 'comment.approved', 'post.removed']);
  const [first] = received;
  const headers = signedHeaders(
    { secret: hook.secret, message_id: String(first?.headers['webhook-id']), payload: first?.body ?? '' },
    new Date(Number(first?.headers['webhook-timestamp']) * 1000),
  );
  expect(first?.headers['webhook-signature']).toBe(headers['webhook-signature']);
});

test('the test button tells what the server answers, and a call that fails waits for another attempt', async () => {
  const path = `/webapi/api/admin/webhooks/${hook.id}/test`;
  expect((await site.admin.post(path)).body).toMatchObject({ ok: true });
  status = 500;
  expect((await site.admin.post(path)).body).toEqual({
    ok: false,
    message: 'The server answered with status 500.',
  });
  await site.createPost();
  const waiting = site.blog.db.selectFrom('outbox').select(['attempts', 'error']);
  await expect
    .poll(() => waiting.executeTakeFirst())
    .toEqual({ attempts: 1, error: 'The server answered with status 500.' });
  const list = async () => (await site.admin.get<Webhook[]>('/webapi/api/admin/webhooks')).body;
  expect(await list()).toMatchObject([{ waiting: 1, failed: [] }]);
  // After the last attempt it is in the list of failures.
  const date = site.blog.now().toISOString();
  await site.blog.db.updateTable('outbox').set({ attempts: 6, next_run: date }).execute();
  await site.blog.db.updateTable('jobs').set({ next_run: date }).where('date_finished', 'is', null).execute();
  await expect
    .poll(list)
    .toMatchObject([
      { waiting: 0, failed: [{ type: 'post.published', error: 'The server answered with status 500.' }] },
    ]);
  status = 204;
});

test('a private address that is not listed is refused, and the secret is shown once', async () => {
  const { body } = await site.admin.post<{ id: number }>('/webapi/api/admin/webhooks', {
    url: 'http://10.1.2.3/hook',
  });
  expect((await site.admin.post(`/webapi/api/admin/webhooks/${body.id}/test`)).body).toMatchObject({
    ok: false,
  });
  expect(JSON.stringify((await site.admin.get('/webapi/api/admin/webhooks')).body)).not.toContain(
    hook.secret,
  );
  expect((await site.admin.delete(`/webapi/api/admin/webhooks/${body.id}`)).status).toBe(200);
  expect(site.errors).toEqual([]);
});
