import { z } from 'zod';
import { emailInvalid } from '../messages/owner.ts';
import { isMailAddress, mailAddressMax } from './mail-address.ts';
import { text } from './text.ts';

export const commentNotices = ['off', 'at-once', 'hourly', 'daily'] as const;
export type CommentNotice = (typeof commentNotices)[number];

const optionalAddress = text(mailAddressMax)
  .transform((address) => address.trim())
  .refine((address) => address === '' || isMailAddress(address), emailInvalid);

/** What the owner decides about mail. Not public. */
export const mailSettings = z
  .object({
    /** The sender; empty: derived from SMTP_URL or the host of the site. */
    from_address: optionalAddress,
    /** Empty: the name of the site. */
    from_name: text(100),
    /** Where the owner is told; empty: the contact address of the site. */
    owner_address: optionalAddress,
    /** Whether readers can subscribe. */
    subscriptions: z.boolean(),
    /** Whether a new post is sent to subscribers unless its author says otherwise. */
    newsletter_default: z.boolean(),
    /** Mails per minute. */
    rate: z.int().min(1).max(10_000),
    /** When the owner is told of comments that wait for approval. */
    comment_notice: z.enum(commentNotices),
    /** Whether the owner is told of sign-ins from new places, failed backups and a full disk. */
    trouble_notice: z.boolean(),
    /** Whether commenters can be told of approvals and replies. */
    commenter_mail: z.boolean(),
  })
  .meta({ id: 'MailSettings' });
export type MailSettings = z.infer<typeof mailSettings>;
export const mailSettingsChange = mailSettings.partial();

/** The part of it that pages for readers depend on; all false on a site without mail. */
export type PublicMail = { isOn: boolean; subscriptions: boolean; commenterMail: boolean };
