import type { Generated } from 'kysely';

/** The tables of mail: who wants some, and what is sent. */
type MailTables = {
  /** People who confirmed that they want posts by mail. */
  subscribers: {
    id: Generated<number>;
    address: string;
    /** The address in small letters, so that one person has one row. */
    address_key: string;
    frequency: Frequency;
    /** 0: only posts of the categories in `subscriber_categories`, even when these were deleted since. */
    all_posts: number;
    source: 'form' | 'import';
    /** When they asked, and when they confirmed; imported ones confirmed elsewhere. */
    date_added: string;
    date_confirmed: string;
    /** Since when mails bounce, and why; nothing is sent to them. */
    date_bounced: string | null;
    bounce: string | null;
  };
  /** What was typed into the form for subscribers, until a job has decided what is sent to the address. */
  subscription_requests: {
    id: Generated<number>;
    address: string;
    address_key: string;
    /** JSON of `Choices`. */
    choices: string;
    date_added: string;
  };
  subscriber_categories: { subscriber_id: number; category_id: number };
  /** Commenters who asked to be notified of approvals and replies. */
  commenters: {
    id: Generated<number>;
    address: string;
    address_key: string;
    date_added: string;
    /** Null: the address was not confirmed yet, and gets nothing but the confirmation. */
    date_confirmed: string | null;
    /** Since when mails bounce, and why; nothing is sent to them. */
    date_bounced: Generated<string | null>;
    bounce: Generated<string | null>;
    /** Since when the confirmation has to be sent; null: it was, or the owner has to approve the comment first. */
    date_due: Generated<string | null>;
    /** When it was sent. */
    date_asked: Generated<string | null>;
  };
  /** Single-use links in mails. The mail has the token, the database only its hash. */
  mail_tokens: {
    token_hash: string;
    purpose: TokenPurpose;
    /** JSON: what it does. */
    content: string;
    /** To whom it was sent, so that a deletion of the address finds it. */
    address_key: string;
    date_added: string;
    expires: string;
  };
  /** One for each post that is sent by mail, and for each weekly summary. */
  newsletters: {
    id: Generated<number>;
    /** No reference: what was sent stays known when the post is deleted. Null for a weekly summary. */
    post_id: number | null;
    /** The week of a summary, such as 2026-W46. */
    week: string | null;
    subject: string;
    preheader: string;
    /** JSON: what is sent, as it was when the sending began. */
    content: string;
    date_added: string;
    /** When the sending begins; until then the post can be taken back. */
    date_due: string | null;
    /** When it began: subject, preheader and content are those of this moment. Null while it is planned. */
    date_started: string | null;
    /** The last subscriber who got a row in `mails`; null once all have one. */
    filled_up_to: number | null;
    /** When the owner stopped it. */
    date_canceled: string | null;
    /** How many mails waited then. */
    canceled: Generated<number>;
    /** JSON: numbers and times of its mails, stored before old mails are deleted; null while they may change. */
    summary: Generated<string | null>;
  };
  /** One row for each mail to one recipient. */
  mails: {
    id: Generated<number>;
    /** 0 is sent before 1, so that a newsletter delays no confirmation. */
    priority: number;
    kind: MailKind;
    /** Empty once the recipient was deleted. */
    address: string;
    address_key: string;
    subscriber_id: number | null;
    newsletter_id: number | null;
    /** Derived from what the mail is about and the recipient, so that nothing is queued twice. */
    message_id: string;
    /** JSON of `MailContent`; null for newsletters, which make it from their row, and for personal mails that were sent. */
    content: string | null;
    state: MailState;
    attempts: Generated<number>;
    /** Null: nothing to do. */
    next_run: string | null;
    /** What the SMTP server said last. */
    response: string | null;
    date_added: string;
    date_settled: string | null;
    /** When it was last given to the SMTP server; counted for the rate per minute. */
    date_tried: string | null;
  };
  /** At most one row: whether the SMTP server can be reached. */
  mail_server: {
    id: number;
    /** Nothing is sent before. */
    paused_until: string | null;
    /** Attempts to reach it that failed since one succeeded. */
    failures: number;
    error: string | null;
  };
  /** Addresses that get no mail. The key is a keyed hash, because those who left are not to be stored. */
  mail_suppressions: {
    address_hash: string;
    reason: SuppressionReason;
    detail: string;
    date_added: string;
  };
  /** Comments that wait for approval and that the owner has not been notified of. */
  comment_notices: { id: Generated<number>; comment_id: number; date_added: string };
};

export type Frequency = 'at-once' | 'weekly';
export type TokenPurpose = 'subscribe' | 'commenter' | 'moderate';
export type MailKind = 'confirmation' | 'newsletter' | 'owner' | 'commenter' | 'test';

/**
 * handed-over: the whole message was given to the SMTP server, which has not answered yet. unconfirmed: it never answered, because
 * one of the two was killed at that moment.
 */
export type MailState = 'waiting' | 'handed-over' | 'sent' | 'failed' | 'suppressed' | 'unconfirmed';
type SuppressionReason = 'bounced' | 'unsubscribed';

declare module '../../platform/db/schema.ts' {
  interface Schema extends MailTables {}
}
