import { sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';
import { lockName } from '../../../platform/db/transaction.ts';

/**
 * Adding deliveries and removing a host after its last one exclude each other: otherwise a host could be removed while another
 * transaction adds something for it.
 */
const lockDeliveries = (tx: Db): Promise<void> => lockName(tx, 'fediverse-deliveries');

export type NewActivity = { activity: string; body: string };

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
  await lockDeliveries(tx);
  const { id } = await tx
    .insertInto('fediverse_activities')
    .values({ activity, body, date_added: now })
    .onConflict((conflict) => conflict.column('activity').doUpdateSet({ activity }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const sources = [
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
  const { numAffectedRows = 0n } =
    sources.length === 0
      ? {}
      : await sql`
    insert into fediverse_deliveries (activity_id, inbox, host)
    select cast(${id} as integer), given.inbox, min(given.host)
    from (${sql.join(sources, sql` union all `)}) as given
    where not exists (
      select 1 from fediverse_hosts as h where h.host = given.host and h.dead = 1 and h.next_run > ${now})
    group by given.inbox
    on conflict (activity_id, inbox) do nothing`.execute(tx);
  await sql`
    insert into fediverse_hosts (host, next_run)
    select distinct host, cast(${now} as ${dialectOf(tx).date}) from fediverse_deliveries where activity_id = ${id}
    on conflict (host) do nothing`.execute(tx);
  if (numAffectedRows > 0n) return true;
  await deleteSentActivities(tx, [id]);
  return false;
}

export async function countDeliveries(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('fediverse_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type DueHost = { host: string; attempts: number; date_failing: string | null; dead: number };

const waiting = (db: Db) =>
  db
    .selectFrom('fediverse_hosts as h')
    .where((eb) =>
      eb.exists(eb.selectFrom('fediverse_deliveries as d').select('d.id').whereRef('d.host', '=', 'h.host')),
    );

/** Hosts whose first delivery is due, those that answered last time first. */
export const dueHosts = (db: Db, now: string, busy: readonly string[], limit: number): Promise<DueHost[]> =>
  waiting(db)
    .select(['h.host', 'h.attempts', 'h.date_failing', 'h.dead'])
    .where('h.next_run', '<=', now)
    .$if(busy.length > 0, (query) => query.where('h.host', 'not in', busy))
    .orderBy('h.attempts')
    .orderBy('h.next_run')
    .limit(limit)
    .execute();

/** When the next host is due. */
export async function nextDelivery(db: Db): Promise<string | null> {
  const row = await waiting(db).select('h.next_run').orderBy('h.next_run').limit(1).executeTakeFirst();
  return row?.next_run ?? null;
}

export type Delivery = { id: number; inbox: string; attempts: number; activity_id: number };

/** The first deliveries of a host, in the order in which they were added. */
export const deliveriesTo = (db: Db, host: string, limit: number): Promise<Delivery[]> =>
  db
    .selectFrom('fediverse_deliveries')
    .select(['id', 'inbox', 'attempts', 'activity_id'])
    .where('host', '=', host)
    .orderBy('id')
    .limit(limit)
    .execute();

export async function activityBody(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('fediverse_activities')
    .select('body')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.body;
}

/** Removes deliveries that arrived, or that never will. */
export async function deleteDeliveries(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('fediverse_deliveries').where('id', 'in', ids).execute();
}

/** Removes those of the given activities that wait for no inbox any more. */
export async function deleteSentActivities(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('fediverse_activities')
    .where('id', 'in', ids)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('fediverse_deliveries')
            .select('id')
            .whereRef('fediverse_deliveries.activity_id', '=', 'fediverse_activities.id'),
        ),
      ),
    )
    .execute();
}

export async function deleteAllDeliveriesTo(tx: Db, host: string): Promise<void> {
  await tx.deleteFrom('fediverse_deliveries').where('host', '=', host).execute();
}

/** Activities that lost their last delivery otherwise. */
export async function deleteOrphanedActivities(tx: Db): Promise<void> {
  await lockDeliveries(tx);
  await sql`delete from fediverse_activities where not exists (
    select 1 from fediverse_deliveries where activity_id = fediverse_activities.id)`.execute(tx);
}

export async function countAttempt(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('fediverse_deliveries')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export type HostFailure = {
  next_run: string;
  attempts: number;
  date_failing: string;
  dead: number;
  error: string;
};

export async function markHost(tx: Db, host: string, failure: HostFailure): Promise<void> {
  await tx.updateTable('fediverse_hosts').set(failure).where('host', '=', host).execute();
}

/** The hosts answered: what waits for them is due now, and those for which nothing waits are removed. */
export async function hostsAnswered(tx: Db, hosts: readonly string[], now: string): Promise<void> {
  if (hosts.length === 0) return;
  await lockDeliveries(tx);
  await tx
    .updateTable('fediverse_hosts')
    .set({ attempts: 0, date_failing: null, dead: 0, error: null, next_run: now })
    .where('host', 'in', hosts)
    .where((eb) => eb.or([eb('attempts', '>', 0), eb('dead', '=', 1)]))
    .execute();
  await tx
    .deleteFrom('fediverse_hosts')
    .where('host', 'in', hosts)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('fediverse_deliveries')
            .select('id')
            .whereRef('fediverse_deliveries.host', '=', 'fediverse_hosts.host'),
        ),
      ),
    )
    .execute();
}

/** The actor with this inbox is gone. */
export async function removeFollowersAt(tx: Db, inbox: string): Promise<void> {
  await tx
    .updateTable('fediverse_actors')
    .set({ follow_id: null, date_followed: null })
    .where('inbox', '=', inbox)
    .execute();
}

/** Hosts that failed last time, the longest failing ones first. */
export const failingHosts = (db: Db, limit: number) =>
  db
    .selectFrom('fediverse_hosts')
    .select((eb) => [
      'host',
      'next_run',
      'attempts',
      'date_failing',
      'dead',
      'error',
      eb
        .selectFrom('fediverse_deliveries as d')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('d.host', '=', 'fediverse_hosts.host')
        .as('waiting'),
    ])
    .where('date_failing', 'is not', null)
    .orderBy('date_failing')
    .orderBy('host')
    .limit(limit)
    .execute();
