import { sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';
import { lockOutbox } from '../../../platform/jobs/outbox/store.ts';

export const deliverKind = 'fediverse-deliver';

type NewActivity = { activity: string; body: string };

/**
 * Stores an activity for the inboxes of all followers, or for the given ones; false when there is none. Nothing is stored for
 * hosts that did not answer for a week, except for a probe now and then.
 */
export async function addDeliveries(
  tx: Db,
  { activity, body }: NewActivity,
  { followers, inboxes }: { followers: boolean; inboxes: readonly string[] },
  now: string,
): Promise<boolean> {
  if (!followers && inboxes.length === 0) return false;
  await lockOutbox(tx);
  const { id } = await tx
    .insertInto('fediverse_activities')
    .values({ activity, body, date_added: now })
    .onConflict((conflict) => conflict.column('activity').doUpdateSet({ activity }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const recipients = [
    ...(followers
      ? [
          sql`select coalesce(shared_inbox, inbox) as inbox, min(host) as host from fediverse_actors
              where date_followed is not null group by coalesce(shared_inbox, inbox)`,
        ]
      : []),
    ...inboxes.map(
      (inbox) => sql`select cast(${inbox} as text) as inbox, cast(${new URL(inbox).host} as text) as host`,
    ),
  ];
  const date = sql`cast(${now} as ${dialectOf(tx).date})`;
  const { numAffectedRows = 0n } = await sql`
    insert into outbox (kind, key, host, payload, next_run, date_added)
    select ${sql.lit(deliverKind)}, cast(${String(id)} as text) || ' ' || given.inbox, min(given.host), cast(${String(id)} as text),
      max(case when h.next_run > ${date} then h.next_run else ${date} end), ${date}
    from (${sql.join(recipients, sql` union all `)}) as given
    left join outbox_hosts as h on h.kind = ${sql.lit(deliverKind)} and h.host = given.host
    where h.host is null or h.given_up = 0 or h.next_run <= ${date}
    group by given.inbox
    on conflict (kind, key) do nothing`.execute(tx);
  if (numAffectedRows > 0n) return true;
  await deleteSentActivities(tx);
  return false;
}

/** The key of a delivery is the id of its activity and the inbox. */
export const inboxOf = (key: string): string => key.slice(key.indexOf(' ') + 1);

export async function activityBody(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('fediverse_activities')
    .select('body')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.body;
}

/** Deletes activities that wait for no inbox any more. */
export async function deleteSentActivities(tx: Db): Promise<void> {
  await lockOutbox(tx);
  await sql`delete from fediverse_activities where id in (
    select id from fediverse_activities
    except select cast(payload as integer) from outbox where kind = ${deliverKind})`.execute(tx);
}

/** The actor with this inbox is gone. */
export async function removeFollowersAt(tx: Db, inbox: string): Promise<void> {
  await tx
    .updateTable('fediverse_actors')
    .set({ follow_id: null, date_followed: null })
    .where('inbox', '=', inbox)
    .execute();
}
