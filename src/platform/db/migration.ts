import type { RawBuilder, Transaction } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Schema } from './schema.ts';

/** Runs once per database, inside a transaction. */
export type Migration = (db: Transaction<Schema>, dialect: Dialect) => Promise<void>;

/** What a migration executes. */
export type Statements = (dialect: Dialect) => RawBuilder<unknown>[];

/** A migration of these statements. */
export const inOrder =
  (...parts: Statements[]): Migration =>
  async (db, dialect) => {
    for (const statements of parts) for (const statement of statements(dialect)) await statement.execute(db);
  };
