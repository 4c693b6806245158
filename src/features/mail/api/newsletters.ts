import { z } from 'zod';
import { date, id } from '../../../platform/http/api/text.ts';

const count = z.int().nonnegative();

/** Mails of a newsletter by what became of them. */
const deliveryCounts = z.object({
  /** To be sent, or to be tried again. */
  waiting: count,
  sent: count,
  failed: count,
  /** Not sent, because the address bounced or left since. */
  suppressed: count,
  /** Handed over to the SMTP server, which never answered: very likely delivered. */
  unconfirmed: count,
  /** Never sent, because the owner canceled. */
  canceled: count,
});
export type DeliveryCounts = z.infer<typeof deliveryCounts>;

export const newsletter = z
  .object({
    id,
    post_id: id.nullable(),
    /** Null for a weekly summary, and once the post was deleted. */
    post_title: z.string().nullable(),
    /** Of a weekly summary, such as 2026-W46. */
    week: z.string().nullable(),
    subject: z.string(),
    date_added: date,
    /** When the sending of a planned one begins. */
    date_due: date.nullable(),
    /** Whether nothing was prepared yet: its subject is that of the post. */
    planned: z.boolean(),
    date_canceled: date.nullable(),
    /** Whether recipients are still being added. */
    filling: z.boolean(),
    counts: deliveryCounts,
  })
  .meta({ id: 'Newsletter' });
export type Newsletter = z.infer<typeof newsletter>;

/** What was sent and what failed in a part of the time. */
const deliveryBucket = z.object({ from: date, sent: count, failed: count });
export type DeliveryBucket = z.infer<typeof deliveryBucket>;

/** The buckets follow each other without gaps; none: nothing was sent yet. */
const deliveryHistory = z.object({
  /** The length of each bucket. */
  seconds: z.int().positive(),
  buckets: z.array(deliveryBucket),
});
export type DeliveryHistory = z.infer<typeof deliveryHistory>;

export const newsletterDetail = newsletter
  .extend({
    preheader: z.string(),
    history: deliveryHistory,
    /** Until when nothing is sent, because the SMTP server cannot be reached or refuses us, and what it said. */
    pause: z.object({ until: date, reason: z.string() }).nullable(),
    /** Whether the single mails were deleted since, because they are old. */
    forgotten: z.boolean(),
  })
  .meta({ id: 'NewsletterDetail' });
export type NewsletterDetail = z.infer<typeof newsletterDetail>;

export const deliveryStates = ['failed', 'unconfirmed', 'suppressed', 'waiting'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const delivery = z
  .object({
    id,
    /** Empty once the subscriber was deleted. */
    address: z.string(),
    state: z.enum(deliveryStates),
    attempts: count,
    /** What the SMTP server said last. */
    response: z.string().nullable(),
    /** When it failed, or is tried again. */
    date: date.nullable(),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof delivery>;

const retryStates = ['failed', 'unconfirmed'] as const;
export type RetryState = (typeof retryStates)[number];
export const newsletterRetry = z.object({ state: z.enum(retryStates) });

/** How many mails were canceled, or are sent again. */
export const changedDeliveries = z.object({ changed: count }).meta({ id: 'ChangedDeliveries' });

export const newslettersPath = '/api/admin/mail/newsletters';

/** More would not be distinguished in the plot. */
export const historyBuckets = 60;
