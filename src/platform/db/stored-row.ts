import type { Selectable } from 'kysely';
import type { Schema } from './schema.ts';

/** A row as a store returns it: the columns that it reads, and what it unpacks, such as JSON, in its own types. */
export type StoredRow<
  Table extends keyof Schema,
  Unpacked = unknown,
  Column extends keyof Schema[Table] = keyof Schema[Table],
> = Omit<Pick<Selectable<Schema[Table]>, Column & keyof Selectable<Schema[Table]>>, keyof Unpacked> &
  Unpacked;
