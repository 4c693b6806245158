import { sql } from 'kysely';
import type { Statements } from '../../migration.ts';

export const fediverse: Statements = ({ id, date, tableOptions }) => [
  // Actors of other servers: followers, and those whose replies were received.
  sql`create table fediverse_actors (
    actor text primary key,
    inbox text not null,
    shared_inbox text,
    -- Of the inbox that is sent to.
    host text not null,
    handle text not null,
    name text not null,
    url text,
    follow_id text,
    date_followed ${date},
    date_seen ${date} not null
  ) ${tableOptions}`,
  sql`create index fediverse_followers on fediverse_actors (date_followed) where date_followed is not null`,
  // What was announced of each post and answer. No references: deleted ones are remembered.
  sql`create table fediverse_objects (
    kind text not null check (kind in ('post', 'answer')),
    subject_id integer not null,
    -- Of an answer: that of the post.
    post_id integer not null,
    version integer not null,
    hash text not null,
    deleted integer not null default 0,
    recipient text,
    date_sent ${date} not null,
    primary key (kind, subject_id)
  ) ${tableOptions}`,
  sql`create index fediverse_objects_by_post on fediverse_objects (post_id)`,
  // Each activity once, however many inboxes it is sent to.
  sql`create table fediverse_activities (
    id ${id},
    activity text not null unique,
    body text not null,
    date_added ${date} not null
  ) ${tableOptions}`,
  sql`create table fediverse_deliveries (
    id ${id},
    activity_id integer not null references fediverse_activities (id) on delete cascade,
    inbox text not null,
    host text not null,
    attempts integer not null default 0,
    unique (activity_id, inbox)
  ) ${tableOptions}`,
  sql`create index fediverse_deliveries_by_host on fediverse_deliveries (host, id)`,
  // Hosts that something waits for, and those that do not answer.
  sql`create table fediverse_hosts (
    host text primary key,
    next_run ${date} not null,
    attempts integer not null default 0,
    date_failing ${date},
    dead integer not null default 0,
    error text
  ) ${tableOptions}`,
  sql`create index fediverse_hosts_by_date on fediverse_hosts (next_run)`,

  // Requests to the inbox, stored before their signatures are verified.
  sql`create table fediverse_inbox (
    id ${id},
    -- Of the whole request, signature included.
    request_hash text not null unique,
    activity text not null,
    actor text not null,
    -- Of the actor. Its requests are verified one after another, in their order.
    host text not null,
    bytes integer not null,
    attempts integer not null default 0,
    next_run ${date} not null,
    date_received ${date} not null,
    path text not null,
    headers text not null,
    body text not null
  ) ${tableOptions}`,
  sql`create index fediverse_inbox_by_host on fediverse_inbox (host, bytes)`,
  sql`create index fediverse_inbox_by_actor on fediverse_inbox (actor)`,
  sql`create index fediverse_inbox_by_date on fediverse_inbox (next_run)`,
  // Actors that have sent something valid. Their keys outlive them: their Delete is signed with a key that is gone elsewhere.
  sql`create table fediverse_senders (
    actor text primary key,
    content text not null,
    date_fetched ${date} not null,
    date_used ${date} not null
  ) ${tableOptions}`,
  sql`create index fediverse_senders_by_date on fediverse_senders (date_used)`,
  // Requests that took effect: a repeated one has none.
  sql`create table fediverse_received (
    request_hash text primary key,
    activity text,
    actor text not null,
    effect text,
    date_received ${date} not null
  ) ${tableOptions}`,
  sql`create index fediverse_received_by_activity on fediverse_received (activity) where activity is not null`,
  sql`create index fediverse_received_by_actor on fediverse_received (actor, effect) where effect is not null`,
  sql`create index fediverse_received_by_date on fediverse_received (date_received)`,
];
