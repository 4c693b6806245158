import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Images of an import have its date, so that those which the owner adds while it runs are later. */
export const up: Migration = async (db) => {
  const imported = sql`from import_items i join imports j on j.id = i.import_id
    where i.post_id = images.post_id and i.comment_id is null and images.date_added > j.date_added
    and (j.date_finished is null or images.date_added <= j.date_finished)`;
  await sql`update images set date_added = (select min(j.date_added) ${imported})
    where exists (select 1 ${imported})`.execute(db);
};
