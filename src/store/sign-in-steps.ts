import type { Db } from '../db/open.ts';
import type { StepKind } from '../db/schema.ts';

export type Step = { user_id: number | null; challenge: string };

/** In the database, so that any process can take the next step; a new one takes the place of one before. */
export async function keepStep(
  db: Db,
  step: Step & { holder: string; kind: StepKind; expires: string },
): Promise<void> {
  const { user_id, challenge, expires } = step;
  await db
    .insertInto('sign_in_steps')
    .values(step)
    .onConflict((conflict) =>
      conflict.columns(['holder', 'kind']).doUpdateSet({ user_id, challenge, expires }),
    )
    .execute();
}

export function stepOf(db: Db, holder: string, kind: StepKind, now: string): Promise<Step | undefined> {
  return db
    .selectFrom('sign_in_steps')
    .select(['user_id', 'challenge'])
    .where('holder', '=', holder)
    .where('kind', '=', kind)
    .where('expires', '>', now)
    .executeTakeFirst();
}

/** The step, which is then gone: of many who take it, one gets it. */
export function takeStep(db: Db, holder: string, kind: StepKind, now: string): Promise<Step | undefined> {
  return db
    .deleteFrom('sign_in_steps')
    .where('holder', '=', holder)
    .where('kind', '=', kind)
    .where('expires', '>', now)
    .returning(['user_id', 'challenge'])
    .executeTakeFirst();
}

export async function forgetStepsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sign_in_steps').where('user_id', '=', userId).execute();
}

export async function forgetStepsBefore(db: Db, now: string): Promise<void> {
  await db.deleteFrom('sign_in_steps').where('expires', '<=', now).execute();
}
