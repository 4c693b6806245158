import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Passkeys, recovery codes, and sign-ins in progress. */
export const up: Migration = async (db, { kind, id, date, tableOptions }) => {
  // Signature counters are unsigned 32-bit numbers; SQLite's integers are large enough.
  const counter = kind === 'postgres' ? sql`bigint` : sql`integer`;
  const flag = (name: string) => sql`${sql.ref(name)} integer not null check (${sql.ref(name)} in (0, 1))`;
  const statements = [
    sql`alter table users add column second_factor integer not null default 0`,
    sql`alter table sessions add column confirmed ${date}`,

    sql`create table passkeys (
      id ${id},
      user_id integer not null references users (id) on delete cascade,
      credential_id text not null unique,
      public_key text not null,
      counter ${counter} not null,
      transports text not null,
      ${flag('can_sync')},
      ${flag('synced')},
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
  ];
  for (const statement of statements) await statement.execute(db);
};
