import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * What was typed into the form for subscribers, until a job has decided what is sent to the address: so the response to the form
 * takes the same work for every address and tells nothing about it.
 */
export const up: Migration = async (db, { id, date, tableOptions }) => {
  await sql`create table subscription_requests (
    id ${id},
    address text not null,
    address_key text not null,
    choices text not null,
    date_added ${date} not null
  ) ${tableOptions}`.execute(db);
  await sql`create index subscription_requests_by_address on subscription_requests (address_key)`.execute(db);
  // To find the addresses that confirmations were sent to, which are forgotten soon.
  await sql`create index mails_of_confirmations on mails (date_added)
    where kind = 'confirmation' and address <> ''`.execute(db);
};
