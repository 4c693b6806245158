import { z } from 'zod';
import { date, id } from '../../../platform/http/api/text.ts';

/** How far the newsletter of a post is. */
const postNewsletter = z
  .object({
    id: id.nullable(),
    /** planned: until `date_due` it can be taken back. canceled: those who had not got it do not get it. */
    state: z.enum(['planned', 'sending', 'sent', 'canceled']),
    /** When the sending begins; null in the first moments. */
    date_due: date.nullable(),
    date_started: date.nullable(),
    recipients: z.int().nonnegative(),
    sent: z.int().nonnegative(),
  })
  .meta({ id: 'PostNewsletter' });
export type PostNewsletter = z.infer<typeof postNewsletter>;

/** What the writing screen shows about mail. */
export const writingMail = z
  .object({
    /** Whether a post is sent if its author says nothing about it. */
    newsletter_default: z.boolean(),
    /** Where test mails go; null: nowhere. */
    owner_address: z.string().nullable(),
    /** Whether the post was published too long ago to be sent. */
    is_old: z.boolean(),
    newsletter: postNewsletter.nullable(),
  })
  .meta({ id: 'WritingMail' });
export type WritingMail = z.infer<typeof writingMail>;

export const mailPreview = z
  .object({ subject: z.string(), preheader: z.string(), html: z.string(), text: z.string() })
  .meta({ id: 'MailPreview' });
export type MailPreview = z.infer<typeof mailPreview>;

export const sentTest = z.object({ address: z.string() }).meta({ id: 'SentTest' });
