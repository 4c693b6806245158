import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Who gets mail, what is sent to whom, and which addresses get none. */
export const up: Migration = async (db, { id, date, tableOptions }) => {
  const statements = [
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
      date_confirmed ${date}
    ) ${tableOptions}`,
    sql`create table comment_followers (
      comment_id integer not null references comments (id) on delete cascade,
      commenter_id integer not null references commenters (id) on delete cascade,
      primary key (comment_id, commenter_id)
    ) ${tableOptions}`,
    sql`create index comment_followers_by_commenter on comment_followers (commenter_id)`,
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
      date_canceled ${date}
    ) ${tableOptions}`,
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
      date_settled ${date}
    ) ${tableOptions}`,
    sql`create index mails_by_next_run on mails (priority, next_run, id) where next_run is not null`,
    sql`create index mails_by_newsletter on mails (newsletter_id, state, date_settled) where newsletter_id is not null`,
    sql`create index mails_by_address on mails (address_key)`,
    sql`create index mails_by_subscriber on mails (subscriber_id) where subscriber_id is not null`,
    sql`create index mails_by_settled on mails (date_settled) where date_settled is not null`,
    sql`create table mail_suppressions (
      address_hash text primary key,
      reason text not null check (reason in ('bounced', 'unsubscribed')),
      detail text not null,
      date_added ${date} not null
    ) ${tableOptions}`,
  ];
  for (const statement of statements) await statement.execute(db);
};
