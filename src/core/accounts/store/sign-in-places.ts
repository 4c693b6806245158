import type { Db } from '../../../platform/db/open.ts';
import { isFound, updatedRows } from '../../../platform/db/results.ts';

/** Notes that a place was used; false when it is a new one. */
export const seePlace = async (tx: Db, userId: number, place: string, last_seen: string): Promise<boolean> =>
  (await updatedRows(
    tx
      .updateTable('sign_in_places')
      .set({ last_seen })
      .where('user_id', '=', userId)
      .where('place', '=', place),
  )) > 0;

/** Adds a place, and deletes those that were not used for the longest time when there are more than `max`. */
export async function addPlace(
  tx: Db,
  added: { user_id: number; place: string; last_seen: string },
  max: number,
): Promise<void> {
  await tx.insertInto('sign_in_places').values(added).execute();
  await tx
    .deleteFrom('sign_in_places')
    .where('user_id', '=', added.user_id)
    .where('place', 'not in', (eb) =>
      eb
        .selectFrom('sign_in_places')
        .select('place')
        .where('user_id', '=', added.user_id)
        .orderBy('last_seen', 'desc')
        .orderBy('place')
        .limit(max),
    )
    .execute();
}

/** Whether the user has signed in before, as far as is known. */
export async function hasSignedIn(tx: Db, userId: number): Promise<boolean> {
  const place = await tx
    .selectFrom('sign_in_places')
    .select('place')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  if (place) return true;
  return isFound(tx.selectFrom('sessions').select('id').where('user_id', '=', userId).limit(1));
}
