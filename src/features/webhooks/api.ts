import { z } from 'zod';
import { date, id } from '../../platform/http/api/text.ts';

export const maxWebhooks = 10;

export const webhook = z
  .object({
    id,
    url: z.string(),
    date_added: date,
    /** Calls that wait or are tried again. */
    waiting: z.int(),
    /** Calls that are not tried again, newest first. */
    failed: z.array(z.object({ type: z.string(), date, error: z.string() })),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;

export const newWebhook = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'Enter an http or https URL.' })
    .max(2000)
    .refine(
      (url) => !URL.parse(url)?.username && !URL.parse(url)?.password,
      'The URL contains a user name or a password.',
    ),
});
/** The secret is returned once. */
export const createdWebhook = webhook.extend({ secret: z.string() }).meta({ id: 'CreatedWebhook' });
export const webhookTest = z.object({ ok: z.boolean(), message: z.string() }).meta({ id: 'WebhookTest' });
