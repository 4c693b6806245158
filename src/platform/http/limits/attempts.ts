import type { BatchSize } from '../../db/in-batches.ts';
import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import { deletedRows } from '../../db/results.ts';

/** Not an attempt: marks an IP address that signed in, for as long as a session lasts. */
export const signedIn = 'signed-in';

const insert = prepared((db, kind: string, subject: string, at: string) =>
  db.insertInto('attempts').values({ kind, subject, at }),
);

/** Attempts are stored, so that rate limits hold across processes and restarts. */
export async function insertAttempt(db: Db, kind: string, subject: string, at: string): Promise<void> {
  await insert(db, kind, subject, at);
}

const insertThree = prepared((db, kind: string, at: string, ...subjects: [string, string, string]) =>
  db.insertInto('attempts').values(subjects.map((subject) => ({ kind, subject, at }))),
);

/** The same attempt of several subjects. */
export async function insertAttempts(
  db: Db,
  kind: string,
  subjects: [string, string, string],
  at: string,
): Promise<void> {
  await insertThree(db, kind, at, ...subjects);
}

const between = prepared((db, kind: string, subject: string, since: string, until: string) =>
  db
    .selectFrom('attempts')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('at').as('first')])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('at', '>', since)
    .where('at', '<=', until),
);

export async function attemptsSince(
  db: Db,
  kind: string,
  subject: string,
  /** Has an end as well, because a clock that was set back leaves attempts in the future. */
  { since, until }: { since: string; until: string },
): Promise<{ count: number; first: string | null }> {
  const [found] = await between(db, kind, subject, since, until);
  return found ?? { count: 0, first: null };
}

export async function deleteAttempts(db: Db, kind: string, subject: string): Promise<void> {
  await db.deleteFrom('attempts').where('kind', '=', kind).where('subject', '=', subject).execute();
}

/** Deletes about `limit` of the oldest attempts, more if several have the same time; returns how many. */
export async function deleteAttemptsBefore(db: Db, at: string, limit: BatchSize): Promise<number> {
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
  if (last === null) return 0;
  return deletedRows(db.deleteFrom('attempts').where('at', '<=', last).where('kind', '!=', signedIn));
}

/** One row for each IP address of an administrator, so a single statement does. */
export async function deleteSignedInBefore(db: Db, at: string): Promise<void> {
  await db.deleteFrom('attempts').where('kind', '=', signedIn).where('at', '<', at).execute();
}
