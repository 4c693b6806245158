import type { Db } from '../../../platform/db/open.ts';
import { countRows, deletedRows, updatedRows } from '../../../platform/db/results.ts';
import type { StoredRow } from '../../../platform/db/stored-row.ts';

const columns = [
  'id',
  'user_id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'can_sync',
  'synced',
  'name',
  'date_added',
  'last_used',
] as const;

type Column = (typeof columns)[number];
export type StoredPasskey = StoredRow<'passkeys', { transports: string[] }, Column>;

const unpack = (row: StoredRow<'passkeys', unknown, Column>): StoredPasskey => ({
  ...row,
  transports: JSON.parse(row.transports) as string[],
});

export async function passkeysOf(db: Db, userId: number): Promise<StoredPasskey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(unpack);
}

export async function passkeyByCredential(db: Db, credentialId: string): Promise<StoredPasskey | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .select(columns)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row && unpack(row);
}

/** Undefined when the credential already exists. */
export async function insertPasskey(
  db: Db,
  passkey: Omit<StoredPasskey, 'id' | 'last_used'>,
): Promise<StoredPasskey | undefined> {
  const row = await db
    .insertInto('passkeys')
    .values({ ...passkey, transports: JSON.stringify(passkey.transports) })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row && unpack(row);
}

/** False when the signature counter has not increased, which indicates a cloned passkey; zero means no counter. */
export const updatePasskeyUse = async (
  db: Db,
  id: number,
  use: { counter: number; synced: boolean; at: string },
): Promise<boolean> =>
  (await updatedRows(
    db
      .updateTable('passkeys')
      .set({ counter: use.counter, synced: use.synced ? 1 : 0, last_used: use.at })
      .where('id', '=', id)
      .where((eb) => (use.counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', use.counter))),
  )) > 0;

export async function deletePasskey(db: Db, userId: number, id: number) {
  return db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
}

export async function deletePasskeysOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

export async function replaceRecoveryCodes(db: Db, userId: number, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length > 0)
    await db
      .insertInto('recovery_codes')
      .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
      .execute();
}

/** False when the user has no such code, or has used it. */
export const deleteRecoveryCode = async (db: Db, userId: number, hash: string): Promise<boolean> =>
  (await deletedRows(
    db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', hash),
  )) > 0;

export const countRecoveryCodes = (db: Db, userId: number): Promise<number> =>
  countRows(db.selectFrom('recovery_codes').where('user_id', '=', userId));
