import { type Selectable, sql } from 'kysely';
import { dialectOf } from '../../db/dialect.ts';
import type { Db } from '../../db/open.ts';
import { countRows } from '../../db/results.ts';
import type { Schema } from '../../db/schema.ts';
import { lockName } from '../../db/transaction.ts';
import type { HostState } from '../backoff.ts';

export type Delivery = Selectable<Schema['outbox']>;
export type FailingHost = Selectable<Schema['outbox_hosts']>;
export type DueHost = HostState & { host: string };

/**
 * Adding deliveries and changing the state of their hosts exclude each other: otherwise what is added would wait for a host that
 * answers meanwhile.
 */
export const lockOutbox = (tx: Db): Promise<void> => lockName(tx, 'outbox');

const waiting = (db: Db, kind: string) => db.selectFrom('outbox').where('outbox.kind', '=', kind);

export const countDeliveries = (db: Db, kind: string, host?: string): Promise<number> =>
  countRows(waiting(db, kind).$if(host !== undefined, (query) => query.where('host', '=', host ?? '')));

/** When the first delivery is due. */
export async function nextDelivery(db: Db, kind: string): Promise<string | null> {
  const row = await waiting(db, kind).select('next_run').orderBy('next_run').limit(1).executeTakeFirst();
  return row?.next_run ?? null;
}

export const deliveriesByKey = (db: Db, kind: string, keys: readonly string[]): Promise<Delivery[]> =>
  keys.length === 0 ? Promise.resolve([]) : waiting(db, kind).selectAll().where('key', 'in', keys).execute();

/** A delivery that waits already is due again, with what it is to send now. */
export async function putDelivery(
  tx: Db,
  delivery: Pick<Delivery, 'kind' | 'key' | 'host' | 'payload' | 'next_run' | 'date_added'>,
): Promise<void> {
  const { host, payload, next_run } = delivery;
  await tx
    .insertInto('outbox')
    .values(delivery)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'key']).doUpdateSet((eb) => ({
        host,
        payload,
        next_run,
        attempts: 0,
        error: null,
        version: eb('outbox.version', '+', 1),
      })),
    )
    .execute();
}

export async function deleteDelivery(tx: Db, kind: string, key: string): Promise<void> {
  await tx.deleteFrom('outbox').where('kind', '=', kind).where('key', '=', key).execute();
}

/** Hosts that something is due for, those that answered last time first. */
export const dueHosts = (
  db: Db,
  kind: string,
  now: string,
  busy: readonly string[],
  limit: number,
): Promise<DueHost[]> =>
  waiting(db, kind)
    .leftJoin('outbox_hosts as h', (join) =>
      join.onRef('h.kind', '=', 'outbox.kind').onRef('h.host', '=', 'outbox.host'),
    )
    .select((eb) => [
      'outbox.host',
      eb.fn.coalesce('h.attempts', eb.lit(0)).as('attempts'),
      'h.date_failing',
      eb.fn.min('outbox.next_run').as('first'),
    ])
    .where('outbox.next_run', '<=', now)
    .$if(busy.length > 0, (query) => query.where('outbox.host', 'not in', busy))
    .groupBy(['outbox.host', 'h.attempts', 'h.date_failing'])
    .orderBy('attempts')
    .orderBy('first')
    .limit(limit)
    .execute();

/** The first deliveries that are due for a host, in the order in which they were added. */
export const dueDeliveries = (
  db: Db,
  kind: string,
  host: string,
  now: string,
  limit: number,
): Promise<Delivery[]> =>
  waiting(db, kind)
    .selectAll()
    .where('host', '=', host)
    .where('next_run', '<=', now)
    .orderBy('id')
    .limit(limit)
    .execute();

export const deliveriesTo = (db: Db, kind: string, host: string): Promise<Delivery[]> =>
  waiting(db, kind).selectAll().where('host', '=', host).orderBy('id').execute();

/** Nothing is to be sent to the host any more. */
export async function deleteHost(tx: Db, kind: string, host: string): Promise<void> {
  await tx.deleteFrom('outbox').where('kind', '=', kind).where('host', '=', host).execute();
  await deleteHosts(tx, kind, [host]);
}

/** Those of the given deliveries that were not enqueued again meanwhile; they are locked. */
export async function unchanged(tx: Db, deliveries: readonly Delivery[]): Promise<Set<number>> {
  if (deliveries.length === 0) return new Set();
  const versions = new Map(deliveries.map(({ id, version }) => [id, version]));
  const rows = await tx
    .selectFrom('outbox')
    .select(['id', 'version'])
    .where('id', 'in', [...versions.keys()])
    .modifyEnd(dialectOf(tx).forUpdate)
    .execute();
  return new Set(rows.filter(({ id, version }) => versions.get(id) === version).map(({ id }) => id));
}

export async function deleteDeliveries(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('outbox').where('id', 'in', ids).execute();
}

export async function changeDelivery(
  tx: Db,
  id: number,
  change: Partial<Pick<Delivery, 'attempts' | 'next_run' | 'error'>>,
): Promise<void> {
  await tx.updateTable('outbox').set(change).where('id', '=', id).execute();
}

/** What waits for the host is due no sooner than the host, with why it failed. */
export async function pauseHost(tx: Db, { kind, host, ...state }: FailingHost): Promise<void> {
  await tx
    .insertInto('outbox_hosts')
    .values({ kind, host, ...state })
    .onConflict((conflict) => conflict.columns(['kind', 'host']).doUpdateSet(state))
    .execute();
  await tx
    .updateTable('outbox')
    .set({ next_run: state.next_run, error: state.error })
    .where('kind', '=', kind)
    .where('host', '=', host)
    .where('next_run', '<', state.next_run)
    .execute();
}

export async function deleteHosts(tx: Db, kind: string, hosts: readonly string[]): Promise<void> {
  if (hosts.length > 0)
    await tx.deleteFrom('outbox_hosts').where('kind', '=', kind).where('host', 'in', hosts).execute();
}

/** The host shows signs of life: what waits for it is due now. */
export async function wakeHost(tx: Db, kind: string, host: string, now: string): Promise<void> {
  const paused = sql`kind = ${kind} and host = ${host} and next_run > ${now}`;
  await sql`update outbox set next_run = ${now} where ${paused}`.execute(tx);
  await sql`update outbox_hosts set next_run = ${now}, given_up = 0 where ${paused}`.execute(tx);
}

/** Until when hosts are left alone, except for those that were given up, which a new delivery probes. */
export async function pausesOf(db: Db, kind: string, hosts: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('outbox_hosts')
    .select(['host', 'next_run'])
    .where('kind', '=', kind)
    .where('host', 'in', hosts)
    .where('given_up', '=', 0)
    .execute();
  return new Map(rows.map(({ host, next_run }) => [host, next_run]));
}

/** Hosts that failed last time, the longest failing ones first, and how much waits for each. */
export const failingHosts = (db: Db, kind: string, limit: number) =>
  db
    .selectFrom('outbox_hosts')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('outbox')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('outbox.kind', '=', 'outbox_hosts.kind')
        .whereRef('outbox.host', '=', 'outbox_hosts.host')
        .as('waiting'),
    )
    .where('kind', '=', kind)
    .orderBy('date_failing')
    .orderBy('host')
    .limit(limit)
    .execute();
