import type { BatchSize } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { deletedRows } from '../../../platform/db/results.ts';
import { insertProfile } from './profiles.ts';

/** Usernames that differ only in case or Unicode normalization are the same. */
const keyOf = (username: string): string => username.normalize('NFKC').toLowerCase();

export function allUsers(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'date_added', 'weak_password', 'unused_until'])
    .orderBy('id')
    .execute();
}

export function userById(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'date_added', 'password_hash', 'second_factor', 'unused_until'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function userByName(db: Db, username: string) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'password_hash', 'second_factor', 'weak_password', 'unused_until'])
    .where('username_key', '=', keyOf(username))
    .executeTakeFirst();
}

/** Adds a user with an empty profile. Undefined when the name is taken. */
export async function insertUser(
  db: Db,
  user: {
    username: string;
    password_hash: string;
    date_added: string;
    weak_password: number;
  },
) {
  const added = await db
    .insertInto('users')
    .values({ ...user, username_key: keyOf(user.username) })
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returning(['id', 'username', 'date_added'])
    .executeTakeFirst();
  if (added) await insertProfile(db, added.id);
  return added;
}

/** Gives an administrator who never signed in another name and password. */
export const replaceUser = (
  db: Db,
  id: number,
  user: { username: string; password_hash: string; weak_password: number },
) =>
  db
    .updateTable('users')
    .set({ ...user, username_key: keyOf(user.username), unused_until: null })
    .where('id', '=', id)
    .returning(['id', 'username'])
    .executeTakeFirst();

/** Sets a password that is not weak. */
export async function setPassword(db: Db, userId: number, password_hash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash, weak_password: 0, unused_until: null })
    .where('id', '=', userId)
    .execute();
}

export async function setWeakPassword(db: Db, userId: number, weak: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set({ weak_password: weak ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
}

/** Called when the password is used, after which it no longer expires. */
export async function clearPasswordExpiry(db: Db, userId: number): Promise<void> {
  await db.updateTable('users').set({ unused_until: null }).where('id', '=', userId).execute();
}

export async function deleteUser(db: Db, id: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute();
}

export async function insertSession(
  db: Db,
  session: {
    id: string;
    user_id: number;
    date_added: string;
    last_seen: string;
    browser: string;
    confirmed: string;
  },
): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export function sessionById(db: Db, id: string) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('profiles as p', 'p.user_id', 's.user_id')
    .select(['s.id', 's.user_id', 's.date_added', 's.last_seen', 's.confirmed', 'u.username', 'p.language'])
    .where('s.id', '=', id)
    .executeTakeFirst();
}

export function sessionsOf(db: Db, userId: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'browser', 'date_added', 'last_seen'])
    .where('user_id', '=', userId)
    .orderBy('date_added', 'desc')
    .orderBy('id')
    .execute();
}

type SessionDates = { date_added: string; last_seen: string };

export async function touchSession(db: Db, id: string, dates: SessionDates): Promise<void> {
  await db.updateTable('sessions').set(dates).where('id', '=', id).execute();
}

export async function confirmSession(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('sessions').set({ confirmed: at }).where('id', '=', id).execute();
}

export async function setSecondFactor(db: Db, userId: number, on: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set({ second_factor: on ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

export async function deleteSessionsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Returns the number of deleted sessions. */
export const deleteOtherSessions = (db: Db, userId: number, except: string): Promise<number> =>
  deletedRows(db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', except));

/** Returns the number of deleted sessions. */
export const deleteSessionsBefore = (
  db: Db,
  { date_added, last_seen }: SessionDates,
  limit: BatchSize,
): Promise<number> =>
  deletedRows(
    db.deleteFrom('sessions').where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where((eb) => eb.or([eb('last_seen', '<', last_seen), eb('date_added', '<', date_added)]))
        .limit(limit),
    ),
  );
