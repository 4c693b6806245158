import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Access tokens of apps, and the codes that an app exchanges for one. Of both only hashes are stored. */
export const up: Migration = async (db, { id, date, tableOptions }) => {
  const statements = [
    sql`create table access_tokens (
      id ${id},
      user_id integer not null references users (id) on delete cascade,
      token_hash text not null unique,
      name text not null,
      -- Separated by spaces.
      scopes text not null,
      -- The app that asked for it; null for one that was made by hand.
      client_id text,
      code_hash text,
      date_added ${date} not null,
      expires ${date},
      last_used ${date}
    ) ${tableOptions}`,
    sql`create index access_tokens_by_user on access_tokens (user_id)`,
    sql`create index access_tokens_by_code on access_tokens (code_hash)`,
    sql`create table access_codes (
      code_hash text not null primary key,
      user_id integer not null references users (id) on delete cascade,
      client_id text not null,
      redirect_uri text not null,
      challenge text not null,
      name text not null,
      scopes text not null,
      expires ${date} not null,
      token_expires ${date},
      used integer not null default 0
    ) ${tableOptions}`,
    sql`create index access_codes_by_user on access_codes (user_id)`,
  ];
  for (const statement of statements) await statement.execute(db);
};
