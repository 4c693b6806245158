import { z } from 'zod';
import { route } from '../../platform/http/api/route.ts';
import { idNumeral, removed } from '../../platform/http/api/text.ts';
import { createdWebhook, newWebhook, webhook, webhookTest } from './api.ts';

const webhooks = () => import('./webhooks.ts');
const params = z.object({ id: idNumeral });

export const webhookRoutes = [
  route('GET', '/api/admin/webhooks', 'All webhooks, with the calls that failed', {
    response: z.array(webhook),
    handle: async ({ blog }) => (await webhooks()).webhooksOf(blog),
  }),
  route('POST', '/api/admin/webhooks', 'Add a webhook; its secret is returned once', {
    body: newWebhook,
    status: 201,
    response: createdWebhook,
    handle: async ({ blog, body }) => (await webhooks()).addWebhook(blog, body.url),
  }),
  route('DELETE', '/api/admin/webhooks/:id', 'Remove a webhook', {
    params,
    response: removed,
    handle: async ({ blog, params: { id } }) => (await webhooks()).removeWebhook(blog, id),
  }),
  route('POST', '/api/admin/webhooks/:id/test', 'Call a webhook now, to test it', {
    params,
    response: webhookTest,
    handle: async ({ blog, params: { id } }) => (await webhooks()).testWebhook(blog, id),
  }),
];
