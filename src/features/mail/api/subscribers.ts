import { z } from 'zod';
import { date, givenId, id } from '../../../platform/http/api/text.ts';
import { subscriberIdsInvalid } from '../messages/lists.ts';

/** Of a list that is imported: our own export of as many lines has about 11 MB. */
export const subscriberFileBytes = 20 * 1024 * 1024;
export const maxSubscriberLines = 100_000;
/** How many lines that could not be imported the report names. */
export const invalidLinesShown = 20;
/** How many subscribers can be selected at once, and how many of them one call deletes. */
export const maxSubscriberSnapshot = 100_000;
export const subscriberBatch = 200;

export const subscriberStates = ['all', 'active', 'weekly', 'bounced'] as const;
export type SubscriberState = (typeof subscriberStates)[number];

export const subscriber = z
  .object({
    id,
    address: z.string(),
    frequency: z.enum(['at-once', 'weekly']),
    /** Paths of the chosen categories; null: all posts. Empty: all that were chosen have been deleted. */
    categories: z.array(z.string()).nullable(),
    source: z.enum(['form', 'import']),
    date_added: date,
    /** Since when mails bounce, and what the other server said; nothing is sent to them. */
    date_bounced: date.nullable(),
    bounce: z.string().nullable(),
  })
  .meta({ id: 'Subscriber' });
export type Subscriber = z.infer<typeof subscriber>;

/** How many there are of each state, whatever is searched for. */
export const subscriberCounts = z
  .object({ all: z.int(), active: z.int(), weekly: z.int(), bounced: z.int() })
  .meta({ id: 'SubscriberCounts' });
export type SubscriberCounts = z.infer<typeof subscriberCounts>;

export const subscriberSnapshot = z
  .object({ ids: z.array(id), total: z.int() })
  .meta({ id: 'SubscriberSnapshot' });
export type SubscriberSnapshot = z.infer<typeof subscriberSnapshot>;

export const subscriberDeletion = z.object({
  ids: z
    .array(givenId)
    .min(1, subscriberIdsInvalid(subscriberBatch))
    .max(subscriberBatch, subscriberIdsInvalid(subscriberBatch)),
});
export const deletedSubscribers = z
  .object({ deleted: z.int().nonnegative() })
  .meta({ id: 'DeletedSubscribers' });

const count = z.int().nonnegative();

/** What became of the lines of an imported list. All numbers together are its lines with content. */
export const subscriberImport = z
  .object({
    added: count,
    /** Subscribed already, or on an earlier line. */
    existing: count,
    /** They unsubscribed here, or mails to them bounced: they have to subscribe again by themselves. */
    suppressed: count,
    /** The list says that they get no mail. */
    unsubscribed: count,
    bounced: count,
    unconfirmed: count,
    invalid: count,
    /** The first of the invalid ones; lines are counted as a spreadsheet does. */
    invalid_lines: z.array(z.object({ line: z.int(), reason: z.string() })),
    /** How many chose categories that this site does not have. */
    unknown_categories: count,
    /** Why the import ended early; null: all lines were read. */
    stopped: z.string().nullable(),
  })
  .meta({ id: 'SubscriberImport' });
export type SubscriberImport = z.infer<typeof subscriberImport>;

/** The last import; the report is there when it has ended, for a day. */
export const subscriberImportState = z
  .object({ isRunning: z.boolean(), done: count, total: count, report: subscriberImport.nullable() })
  .meta({ id: 'SubscriberImportState' });
export type SubscriberImportState = z.infer<typeof subscriberImportState>;

/** How CSV files write the choice of someone whose categories were all deleted. */
export const noCategories = '(none)';

export const subscribersPath = '/api/admin/mail/subscribers';
