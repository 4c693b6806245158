import type { BatchSize } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import { deletedRows } from '../../../platform/db/results.ts';
import type { StepKind } from '../../../platform/db/schema.ts';

export type Step = { user_id: number | null; challenge: string };

/** Stored, so that any process can handle the next step; it replaces an earlier step of the same kind. */
export async function saveStep(
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

/** Deletes and returns the step, so that of concurrent requests only one gets it. */
export function takeStep(db: Db, holder: string, kind: StepKind, now: string): Promise<Step | undefined> {
  return db
    .deleteFrom('sign_in_steps')
    .where('holder', '=', holder)
    .where('kind', '=', kind)
    .where('expires', '>', now)
    .returning(['user_id', 'challenge'])
    .executeTakeFirst();
}

export async function deleteStepsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sign_in_steps').where('user_id', '=', userId).execute();
}

/** Deletes the expired steps of at most `limit` browsers; returns how many. */
export const deleteExpiredSteps = (db: Db, now: string, limit: BatchSize): Promise<number> =>
  deletedRows(
    db
      .deleteFrom('sign_in_steps')
      .where('expires', '<=', now)
      .where('holder', 'in', (eb) =>
        eb.selectFrom('sign_in_steps').select('holder').where('expires', '<=', now).limit(limit),
      ),
  );
