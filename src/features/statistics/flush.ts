import { randomBytes } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { deleteInBatches } from '../../platform/db/in-batches.ts';
import type { Db } from '../../platform/db/open.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { maxNamesPerDay, otherNames } from './api/statistics.ts';
import type { DayDatabase } from './file.ts';
import { visitorHash } from './hashes.ts';
import * as days from './store/days.ts';
import { addStatistics, raiseStatistics, rowsOfDay, type StatisticsRow } from './store/statistics.ts';
import type { Sum, Sums } from './sums.ts';
import type { StatisticsKind } from './tables.ts';

/** What one transaction writes at most: on SQLite nothing else runs meanwhile. */
const sumsPerTransaction = 100;
const hashesPerTransaction = 300;
const copiedAtOnce = 100;

/**
 * Writes what a process counted, in transactions of a few milliseconds. After an error, what was not written is put back into
 * `pending`. Sums of a day whose salt is gone are written without visitors.
 */
export async function flush(
  { day: database, site }: Databases,
  sums: Sums,
  today: string,
  pending: (day: string) => Sums,
): Promise<void> {
  const left = [...sums];
  try {
    let salt: string | null = null;
    if (left.length > 0) salt = await saltOf({ day: database, site }, sums.day, sums.day === today);
    // The file has nothing of a day that is over, so its late sums are added where the others are.
    const target = salt === null ? site : database.db;
    while (left.length > 0) {
      const part = takePart(left);
      try {
        await inTransaction(target, (tx) => write(tx, sums.day, part, salt));
      } catch (error) {
        left.push(...part);
        throw error;
      }
      await yieldToEventLoop();
    }
  } finally {
    if (left.length > 0) pending(sums.day).putBack(left);
  }
}

export type Databases = { day: DayDatabase; site: Db };

/** Removes sums for one transaction from the end; one with very many visitors is divided. */
function takePart(left: Sum[]): Sum[] {
  const part: Sum[] = [];
  let hashes = 0;
  while (part.length < sumsPerTransaction && hashes < hashesPerTransaction) {
    const sum = left.pop();
    if (!sum) break;
    const room = hashesPerTransaction - hashes;
    hashes += sum.visitors.size;
    if (sum.visitors.size <= room) {
      part.push(sum);
      continue;
    }
    const all = [...sum.visitors];
    part.push({ ...sum, visitors: new Set(all.slice(0, room)) });
    left.push({ ...sum, views: 0, readers: null, visitors: new Set(all.slice(room)) });
  }
  return part;
}

/** The salt of a day, made by the first process that needs it on that day; null when it was deleted. */
async function saltOf({ day, site }: Databases, name: string, isToday: boolean): Promise<string | null> {
  const known = await days.readSalt(day.db, name);
  if (known !== null || !isToday) return known;
  // Sums that the site has and the file does not: the file is new, or the site came from another database today.
  const earlier = day.isSeparate ? await rowsOfDay(site, name) : [];
  return inTransaction(day.db, async (tx) => {
    if (day.isSeparate && (await days.readSalt(tx, name)) === null) await raiseStatistics(tx, earlier);
    await days.addSalt(tx, name, randomBytes(32).toString('base64url'));
    return days.readSalt(tx, name);
  });
}

async function write(tx: Db, day: string, part: readonly Sum[], salt: string | null): Promise<void> {
  const hashesOf = new Map<Sum, Set<number>>();
  for (const sum of part)
    hashesOf.set(
      sum,
      new Set(salt === null ? [] : [...sum.visitors].map((visitor) => visitorHash(salt, visitor, sum))),
    );
  const all = new Set([...hashesOf.values()].flatMap((hashes) => [...hashes]));
  const added = await days.addVisitors(tx, day, [...all]);
  const rows: StatisticsRow[] = [];
  for (const sum of part) {
    let visitors = [...(hashesOf.get(sum) ?? [])].filter((hash) => added.has(hash)).length;
    if (sum.readers && salt !== null) visitors += await days.raiseSubscribers(tx, day, sum.name, sum.readers);
    if (sum.views > 0 || visitors > 0)
      rows.push({ day, kind: sum.kind, name: sum.name, views: sum.views, visitors });
  }
  await addStatistics(tx, await withinLimits(tx, day, rows));
}

/** New names of a kind that has very many on this day are added up under one name, except those asked for most. */
async function withinLimits(tx: Db, day: string, rows: readonly StatisticsRow[]): Promise<StatisticsRow[]> {
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  const kept: StatisticsRow[] = [];
  for (const [kind, ofKind] of byKind) kept.push(...(await ofOneKind(tx, day, kind, ofKind)));
  return kept;
}

async function ofOneKind(
  tx: Db,
  day: string,
  kind: StatisticsKind,
  rows: readonly StatisticsRow[],
): Promise<StatisticsRow[]> {
  const { known, count } = await days.namesOfDay(
    tx,
    day,
    kind,
    rows.map(({ name }) => name),
  );
  let room = maxNamesPerDay - count;
  const kept: StatisticsRow[] = [];
  const other: StatisticsRow = { day, kind, name: otherNames, views: 0, visitors: 0 };
  for (const row of [...rows].sort((a, b) => b.views - a.views)) {
    if (row.name !== otherNames && (known.has(row.name) || room-- > 0)) kept.push(row);
    else {
      other.views += row.views;
      other.visitors += row.visitors;
    }
  }
  return other.views + other.visitors > 0 ? [...kept, other] : kept;
}

/** Copies the sums of the day to the database of the site, where they are read. Can be repeated and interrupted. */
export async function copySums({ day, site }: Databases): Promise<void> {
  if (!day.isSeparate) return;
  for (;;) {
    const rows = await days.changedSums(day.db, copiedAtOnce);
    if (rows.length === 0) return;
    await inTransaction(site, (tx) => raiseStatistics(tx, rows));
    await inTransaction(day.db, (tx) => days.unmarkSums(tx, rows));
    await yieldToEventLoop();
  }
}

/** Deletes what the visitors of days are recognized by: of those that are over, or of all. The sums stay. */
export async function clearVisitors(
  databases: Databases,
  isOver: (day: string) => boolean = () => true,
): Promise<void> {
  const { db, isSeparate } = databases.day;
  const over = (await days.daysWithTraces(db)).filter(isOver);
  if (over.length === 0) return;
  for (const day of over) await days.deleteSalt(db, day);
  await copySums(databases);
  for (const day of over) {
    await deleteInBatches((size) => days.deleteVisitors(db, day, size));
    if (isSeparate) await inTransaction(db, (tx) => days.deleteSumsOfDay(tx, day));
  }
  if (isSeparate) await days.emptyLog(db);
}
