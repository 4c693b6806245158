import { z } from 'zod';
import {
  isMailAddress,
  maxMailAddressLength,
  normalizedAddress,
} from '../../../platform/http/api/mail-address.ts';
import { text } from '../../../platform/http/api/text.ts';
import { emailInvalid } from '../../../platform/messages/owner.ts';

const commentNotices = ['off', 'at-once', 'hourly', 'daily'] as const;
export type CommentNotice = (typeof commentNotices)[number];

const optionalAddress = text(maxMailAddressLength)
  .refine((address) => address.trim() === '' || isMailAddress(address), emailInvalid)
  .transform((address) => normalizedAddress(address) ?? '');

/** What the owner decides about mail. Not public. */
const mailSettings = z
  .object({
    /** The sender; empty: derived from SMTP_URL or the host of the site. */
    from_address: optionalAddress,
    /** Empty: the name of the site. */
    from_name: text(100),
    /** Where the owner is notified; empty: the contact address of the site. */
    owner_address: optionalAddress,
    /** Whether readers can subscribe. */
    subscriptions: z.boolean(),
    /** Whether a new post is sent to subscribers unless its author says otherwise. */
    newsletter_default: z.boolean(),
    /** Mails per minute. */
    rate: z.int().min(1).max(10_000),
    /** When the owner is notified of comments that wait for approval. */
    comment_notice: z.enum(commentNotices),
    /** Whether the owner is notified of sign-ins from new places, failed backups and a full disk. */
    trouble_notice: z.boolean(),
    /** Whether commenters can be notified of approvals and replies. */
    commenter_mail: z.boolean(),
  })
  .meta({ id: 'MailSettings' });
export type MailSettings = z.infer<typeof mailSettings>;
export const mailSettingsChange = mailSettings.partial();

/** What screens know about the mail of the site; sites that send none have no such field. */
export const offeredMail = z
  .object({ subscriptions: z.boolean(), commenter_mail: z.boolean() })
  .meta({ id: 'OfferedMail' });

export type OfferedMail = z.infer<typeof offeredMail>;

/** The settings, and what they come to. */
export const mailSetup = z
  .object({
    settings: mailSettings,
    /** Who mails come from. */
    sender: z.object({ name: z.string(), address: z.string() }),
    /** Where the owner is notified; null: nowhere, because neither setting nor contact address has one. */
    owner_address: z.string().nullable(),
    /** Since when and why nothing is sent to the owner. */
    owner_bounce: z.object({ date: z.string(), detail: z.string() }).nullable(),
    /** The SMTP server, without account and password. */
    server: z.object({ host: z.string(), port: z.int(), has_login: z.boolean() }),
    /** The mailbox that bounces are read from; null: none. */
    mailbox: z
      .object({
        host: z.string(),
        /** When it was last read, and what went wrong if it could not be. */
        date_read: z.string().nullable(),
        error: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'MailSetup' });
export type MailSetup = z.infer<typeof mailSetup>;

/** The part of it that pages for readers depend on; all false on a site without mail. */
export type PublicMail = { isOn: boolean; subscriptions: boolean; commenterMail: boolean };
