import type { Insertable } from 'kysely';
import type { Db } from '../../../platform/db/open.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { updatedRows } from '../../../platform/db/results.ts';
import type { Schema } from '../../../platform/db/schema.ts';

const columns = [
  't.id',
  't.name',
  'u.username',
  't.user_id',
  't.scopes',
  't.client_id',
  't.date_added',
  't.expires',
  't.last_used',
] as const;

const tokenWith = prepared((db, hash: string) =>
  db
    .selectFrom('access_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(columns)
    .where('t.token_hash', '=', hash),
);

export async function tokenByHash(db: Db, hash: string) {
  const [token] = await tokenWith(db, hash);
  return token;
}

export const allTokens = (db: Db) =>
  db
    .selectFrom('access_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(columns)
    .orderBy('t.id', 'desc')
    .execute();

export const insertToken = (db: Db, token: Insertable<Schema['access_tokens']>) =>
  db.insertInto('access_tokens').values(token).returning('id').executeTakeFirstOrThrow();

export const deleteToken = (db: Db, id: number) =>
  db.deleteFrom('access_tokens').where('id', '=', id).returning('name').executeTakeFirst();

export const tokenOfCode = (db: Db, codeHash: string) =>
  db.selectFrom('access_tokens').select('id').where('code_hash', '=', codeHash).executeTakeFirst();

export async function touchToken(db: Db, id: number, last_used: string): Promise<void> {
  await db.updateTable('access_tokens').set({ last_used }).where('id', '=', id).execute();
}

export async function insertCode(db: Db, code: Insertable<Schema['access_codes']>): Promise<void> {
  await db.insertInto('access_codes').values(code).execute();
}

export const codeByHash = (db: Db, hash: string) =>
  db
    .selectFrom('access_codes as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .selectAll('c')
    .select('u.username')
    .where('c.code_hash', '=', hash)
    .executeTakeFirst();

/** False for a code that was used before, also at the same moment. */
export const useCode = async (db: Db, hash: string): Promise<boolean> =>
  (await updatedRows(
    db.updateTable('access_codes').set({ used: 1 }).where('code_hash', '=', hash).where('used', '=', 0),
  )) > 0;

export async function deleteExpired(db: Db, tokensBefore: string, codesBefore: string): Promise<void> {
  await db.deleteFrom('access_tokens').where('expires', '<', tokensBefore).execute();
  await db.deleteFrom('access_codes').where('expires', '<', codesBefore).execute();
}
