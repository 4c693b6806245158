import { sql } from 'kysely';
import type { Statements } from '../../migration.ts';

export const mail: Statements = ({ id, date, tableOptions }) => [
  sql`create table subscribers (
    id ${id},
    address text not null,
    address_key text not null unique,
    frequency text not null check (frequency in ('at-once', 'weekly')),
    all_posts integer not null check (all_posts in (0, 1)),
    source text not null check (source in ('form', 'import')),
    date_added ${date} not null,
    date_confirmed ${date} not null,
    date_bounced ${date},
    bounce text
  ) ${tableOptions}`,
  sql`create table subscriber_categories (
    subscriber_id integer not null references subscribers (id) on delete cascade,
    category_id integer not null references categories (id) on delete cascade,
    primary key (subscriber_id, category_id)
  ) ${tableOptions}`,
  sql`create index subscriber_categories_by_category on subscriber_categories (category_id)`,
  sql`create table commenters (
    id ${id},
    address text not null,
    address_key text not null unique,
    date_added ${date} not null,
    date_confirmed ${date},
    -- The confirmation has to be sent, and was sent.
    date_due ${date},
    date_asked ${date},
    date_bounced ${date},
    bounce text
  ) ${tableOptions}`,
  sql`create index commenters_due on commenters (date_due) where date_due is not null`,
  sql`create index commenters_unconfirmed on commenters (date_added) where date_confirmed is null`,
  sql`create table comment_followers (
    comment_id integer not null references comments (id) on delete cascade,
    commenter_id integer not null references commenters (id) on delete cascade,
    primary key (comment_id, commenter_id)
  ) ${tableOptions}`,
  sql`create index comment_followers_by_commenter on comment_followers (commenter_id)`,
  // The followers of deleted comments, for as long as these can be restored.
  sql`create table deleted_followers (
    comment_id integer not null references deleted_comments (id) on delete cascade,
    commenter_id integer not null references commenters (id) on delete cascade,
    primary key (comment_id, commenter_id)
  ) ${tableOptions}`,
  sql`create index deleted_followers_by_commenter on deleted_followers (commenter_id)`,
  // Waiting comments that the owner has to be notified of.
  sql`create table comment_notices (
    id ${id},
    comment_id integer not null unique references comments (id) on delete cascade,
    date_added ${date} not null
  ) ${tableOptions}`,
  sql`create table mail_tokens (
    token_hash text primary key,
    purpose text not null check (purpose in ('subscribe', 'commenter', 'moderate')),
    content text not null,
    address_key text not null,
    date_added ${date} not null,
    expires ${date} not null
  ) ${tableOptions}`,
  sql`create index mail_tokens_by_expiry on mail_tokens (expires)`,
  sql`create index mail_tokens_by_address on mail_tokens (address_key)`,
  sql`create table newsletters (
    id ${id},
    post_id integer unique,
    week text unique,
    subject text not null,
    preheader text not null,
    content text not null,
    date_added ${date} not null,
    filled_up_to integer,
    date_canceled ${date},
    date_due ${date},
    date_started ${date},
    canceled integer not null default 0,
    -- What is known of it once its single mails are deleted.
    summary text
  ) ${tableOptions}`,
  sql`create index newsletters_unfilled on newsletters (date_due) where filled_up_to is not null`,
  sql`create table mails (
    id ${id},
    priority integer not null,
    kind text not null check (kind in ('confirmation', 'newsletter', 'owner', 'commenter', 'test')),
    address text not null,
    address_key text not null,
    subscriber_id integer references subscribers (id) on delete set null,
    newsletter_id integer references newsletters (id) on delete cascade,
    message_id text not null unique,
    content text,
    state text not null check (state in ('waiting', 'handed-over', 'sent', 'failed', 'suppressed', 'unconfirmed')),
    attempts integer not null default 0,
    next_run ${date},
    response text,
    date_added ${date} not null,
    date_settled ${date},
    -- When it was given to the SMTP server.
    date_tried ${date}
  ) ${tableOptions}`,
  sql`create index mails_by_next_run on mails (priority, next_run, id) where next_run is not null`,
  sql`create index mails_by_newsletter on mails (newsletter_id, state, date_settled) where newsletter_id is not null`,
  sql`create index mails_by_address on mails (address_key)`,
  sql`create index mails_by_subscriber on mails (subscriber_id) where subscriber_id is not null`,
  sql`create index mails_by_settled on mails (date_settled) where date_settled is not null`,
  sql`create index mails_by_tried on mails (date_tried) where date_tried is not null`,
  // Found again after a restart.
  sql`create index mails_handed_over on mails (id) where state = 'handed-over'`,
  // To find the emails that confirmations were sent to, which are deleted soon.
  sql`create index mails_of_confirmations on mails (date_added)
    where kind = 'confirmation' and address <> ''`,
  // How long the SMTP server is left alone after it could not be reached.
  sql`create table mail_server (
    id integer primary key check (id = 1),
    paused_until ${date},
    failures integer not null,
    error text
  ) ${tableOptions}`,
  // What was entered into the form for subscribers, until a job has decided what is sent to the email: so the response to the
  // form takes the same work for every email and reveals nothing about it.
  sql`create table subscription_requests (
    id ${id},
    address text not null,
    address_key text not null,
    choices text not null,
    date_added ${date} not null
  ) ${tableOptions}`,
  sql`create index subscription_requests_by_address on subscription_requests (address_key)`,
  sql`create table mail_suppressions (
    address_hash text primary key,
    reason text not null check (reason in ('bounced', 'unsubscribed')),
    detail text not null,
    date_added ${date} not null
  ) ${tableOptions}`,
];
