import { sql } from 'kysely';
import type { Db } from '../../../platform/db/open.ts';
import { announcingSettings } from '../../site/store/announcing.ts';

type Announced = { kind: 'post' | 'answer'; subject_id: number };

/** Records that other servers have to be notified of a change; false where none is notified of anything. */
export async function markAnnounced(
  tx: Db,
  kind: Announced['kind'],
  ids: readonly number[],
): Promise<boolean> {
  let isMarked = false;
  for (let start = 0; start < ids.length; start += idsPerStatement)
    isMarked = (await markSome(tx, kind, ids.slice(start, start + idsPerStatement))) || isMarked;
  return isMarked;
}

/** SQLite combines at most 500 selects. */
const idsPerStatement = 200;

async function markSome(tx: Db, kind: Announced['kind'], ids: readonly number[]): Promise<boolean> {
  const rows = ids.map(
    (id) => sql`select cast(${kind} as text) as kind, cast(${id} as integer) as subject_id`,
  );
  const { numAffectedRows } = await sql`
    insert into announcements (kind, subject_id)
    select given.kind, given.subject_id from (${sql.join(rows, sql` union all `)}) as given
    where exists (select 1 from settings where name in (${announcingSettings.servers}, ${announcingSettings.subscribers}))
    on conflict (kind, subject_id) do update set version = announcements.version + 1`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Some of them, in the order of their ids, after the given one. */
export const nextAnnouncements = (db: Db, after: Announced | null, limit: number) =>
  db
    .selectFrom('announcements')
    .select(['kind', 'subject_id', 'version'])
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('kind', '>', after?.kind ?? 'answer'),
          eb.and([eb('kind', '=', after?.kind ?? 'answer'), eb('subject_id', '>', after?.subject_id ?? 0)]),
        ]),
      ),
    )
    .orderBy('kind')
    .orderBy('subject_id')
    .limit(limit)
    .execute();

/** Unless it changed again meanwhile. */
export async function deleteAnnounced(
  db: Db,
  { kind, subject_id, version }: Announced & { version: number },
): Promise<void> {
  await db
    .deleteFrom('announcements')
    .where('kind', '=', kind)
    .where('subject_id', '=', subject_id)
    .where('version', '=', version)
    .execute();
}
