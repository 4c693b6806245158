import type { Db } from '../../../platform/db/open.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { countRows } from '../../../platform/db/results.ts';
import type { Schema } from '../../../platform/db/schema.ts';

export type PersonState = Schema['people']['state'];
export type StoredPerson = Schema['people'];
export type StoredBlock = Omit<Schema['comment_blocks'], 'id'> & { id: number };
type Part = { limit: number; offset: number };

const stateOf = prepared((db, person: string) =>
  db.selectFrom('people').select('state').where('person', '=', person),
);

export async function personState(db: Db, person: string): Promise<PersonState | null> {
  const [found] = await stateOf(db, person);
  return found?.state ?? null;
}

export async function putPerson(tx: Db, row: StoredPerson): Promise<void> {
  await tx
    .insertInto('people')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('person').doUpdateSet({ name: row.name, state: row.state, date_added: row.date_added }),
    )
    .execute();
}

export async function deletePerson(tx: Db, person: string): Promise<StoredPerson | null> {
  const deleted = await tx
    .deleteFrom('people')
    .where('person', '=', person)
    .returningAll()
    .executeTakeFirst();
  return deleted ?? null;
}

/** Newest first. */
export const listPeople = (db: Db, state: PersonState, { limit, offset }: Part): Promise<StoredPerson[]> =>
  db
    .selectFrom('people')
    .selectAll()
    .where('state', '=', state)
    .orderBy('date_added', 'desc')
    .orderBy('person')
    .limit(limit)
    .offset(offset)
    .execute();

export const countPeople = (db: Db, state?: PersonState): Promise<number> =>
  countRows(
    db
      .selectFrom('people')
      .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'trusted')),
  );

/** Who wrote a comment, and from where. */
export const authorOfComment = (db: Db, commentId: number) =>
  db
    .selectFrom('comments')
    .select(['id', 'post_id', 'user_name', 'user_id', 'person', 'address'])
    .where('id', '=', commentId)
    .executeTakeFirst();

const words = prepared((db) => db.selectFrom('comment_blocks').select('value').where('kind', '=', 'word'));

export async function blockedWords(db: Db): Promise<string[]> {
  return (await words(db)).map(({ value }) => value);
}

const blockOf = prepared((db, address: string) =>
  db.selectFrom('comment_blocks').select('id').where('kind', '=', 'address').where('value', '=', address),
);

export async function isAddressBlocked(db: Db, address: string): Promise<boolean> {
  return (await blockOf(db, address)).length > 0;
}

/** The block that exists then; the label of an older one stays. */
export async function putBlock(tx: Db, row: Omit<StoredBlock, 'id'>): Promise<StoredBlock> {
  await tx
    .insertInto('comment_blocks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .execute();
  return tx
    .selectFrom('comment_blocks')
    .selectAll()
    .where('kind', '=', row.kind)
    .where('value', '=', row.value)
    .executeTakeFirstOrThrow();
}

export async function deleteBlock(tx: Db, id: number): Promise<StoredBlock | null> {
  const deleted = await tx
    .deleteFrom('comment_blocks')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return deleted ?? null;
}

/** Newest first; there are few. */
export const listBlocks = (db: Db): Promise<StoredBlock[]> =>
  db.selectFrom('comment_blocks').selectAll().orderBy('date_added', 'desc').orderBy('id', 'desc').execute();

export const countBlocks = (db: Db): Promise<number> => countRows(db.selectFrom('comment_blocks'));
