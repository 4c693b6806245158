import type { Db } from '../db/open.ts';

/** Where someone signed in: remembered for as long as a session lasts, and not an attempt that failed. */
export const signedIn = 'signed-in';

/** What was tried, by whom, when: in the database, so that limits hold across processes and restarts. */
export async function noteAttempt(db: Db, kind: string, subject: string, at: string): Promise<void> {
  await db.insertInto('attempts').values({ kind, subject, at }).execute();
}

export async function attemptsSince(
  db: Db,
  kind: string,
  subject: string,
  /** Both ends: what lies ahead was noted before the clock was put back. */
  { since, until }: { since: string; until: string },
): Promise<{ count: number; first: string | null }> {
  return db
    .selectFrom('attempts')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('at').as('first')])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('at', '>', since)
    .where('at', '<=', until)
    .executeTakeFirstOrThrow();
}

export async function forgetAttempts(db: Db, kind: string, subject: string): Promise<void> {
  await db.deleteFrom('attempts').where('kind', '=', kind).where('subject', '=', subject).execute();
}

/** Forgets about `limit` of the oldest attempts before a time; false when none is left. */
export async function forgetAttemptsBefore(db: Db, at: string, limit: number): Promise<boolean> {
  const { last } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('attempts')
        .select('at')
        .where('at', '<', at)
        .where('kind', '!=', signedIn)
        .orderBy('at')
        .limit(limit)
        .as('oldest'),
    )
    .select((eb) => eb.fn.max<string | null>('at').as('last'))
    .executeTakeFirstOrThrow();
  if (last === null) return false;
  await db.deleteFrom('attempts').where('at', '<=', last).where('kind', '!=', signedIn).execute();
  return true;
}

export async function forgetSignedInBefore(db: Db, at: string): Promise<void> {
  await db.deleteFrom('attempts').where('kind', '=', signedIn).where('at', '<', at).execute();
}
