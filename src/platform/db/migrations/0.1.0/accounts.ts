import { sql } from 'kysely';
import type { Statements } from '../../migration.ts';

export const accounts: Statements = ({ kind, id, date, tableOptions }) => [
  sql`create table users (
    id ${id},
    username text not null,
    username_key text not null unique,
    password_hash text not null,
    date_added ${date} not null,
    second_factor integer not null default 0,
    -- Null: not checked yet.
    weak_password integer check (weak_password in (0, 1)),
    -- When a generated password that was never used expires.
    unused_until ${date}
  ) ${tableOptions}`,
  sql`create table sessions (
    id text not null primary key,
    user_id integer not null references users (id) on delete cascade,
    date_added ${date} not null,
    last_seen ${date} not null,
    browser text not null default '',
    confirmed ${date}
  ) ${tableOptions}`,
  sql`create index sessions_by_user on sessions (user_id)`,
  sql`create index sessions_by_last_seen on sessions (last_seen)`,
  sql`create table attempts (
    kind text not null,
    subject text not null,
    at ${date} not null
  ) ${tableOptions}`,
  sql`create index attempts_by_subject on attempts (kind, subject, at)`,
  sql`create index attempts_by_time on attempts (at)`,

  sql`create table passkeys (
    id ${id},
    user_id integer not null references users (id) on delete cascade,
    credential_id text not null unique,
    public_key text not null,
    -- Signature counters are unsigned 32-bit numbers; SQLite's integers are large enough.
    counter ${kind === 'postgres' ? sql`bigint` : sql`integer`} not null,
    transports text not null,
    can_sync integer not null check (can_sync in (0, 1)),
    synced integer not null check (synced in (0, 1)),
    name text not null,
    date_added ${date} not null,
    last_used ${date}
  ) ${tableOptions}`,
  sql`create index passkeys_by_user on passkeys (user_id)`,
  sql`create table recovery_codes (
    user_id integer not null references users (id) on delete cascade,
    code_hash text not null,
    primary key (user_id, code_hash)
  ) ${tableOptions}`,
  sql`create table sign_in_steps (
    holder text not null,
    kind text not null,
    user_id integer references users (id) on delete cascade,
    challenge text not null,
    expires ${date} not null,
    primary key (holder, kind)
  ) ${tableOptions}`,
  sql`create index sign_in_steps_by_end on sign_in_steps (expires)`,
  sql`create index sign_in_steps_by_user on sign_in_steps (user_id)`,
  sql`create table sign_in_places (
    user_id integer not null references users (id) on delete cascade,
    place text not null,
    last_seen ${date} not null,
    primary key (user_id, place)
  ) ${tableOptions}`,

  // A profile outlives its administrator, so that posts and comments, which refer to it, keep the name of their author.
  sql`create table profiles (
    user_id integer primary key,
    display_name text not null default '',
    bio text not null default '',
    links text not null default '[]',
    version integer not null default 1
  ) ${tableOptions}`,
];
