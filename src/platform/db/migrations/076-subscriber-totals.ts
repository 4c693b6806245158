import { sql } from 'kysely';
import type { Migration } from '../migration.ts';
import { keepTotal } from '../total-triggers.ts';

const name = (row: string) =>
  `'subscribers:' || ${row}.frequency || ':' || case when ${row}.date_bounced is null then 'active' else 'bounced' end`;

/** Totals of subscribers by state, and an index for the list of those whose mails were returned, usually few. */
export const up: Migration = async (db, { kind }) => {
  await keepTotal(db, kind, {
    table: 'subscribers',
    what: 'subscribers',
    name,
    amount: () => '1',
    columns: ['frequency', 'date_bounced'],
    changes: `${name('old')} <> ${name('new')}`,
  });
  await sql`create index subscribers_bounced on subscribers (id) where date_bounced is not null`.execute(db);
};
