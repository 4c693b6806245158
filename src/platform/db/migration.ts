import type { Transaction } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Schema } from './schema.ts';

/** Runs once per database, inside a transaction. */
export type Migration = (db: Transaction<Schema>, dialect: Dialect) => Promise<void>;
