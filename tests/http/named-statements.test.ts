import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Db, openDatabase } from '../../src/platform/db/open.ts';
import { prepared } from '../../src/platform/db/prepared.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { type TemporaryDatabase, temporaryDatabase } from '../support/databases.ts';

let temporary: TemporaryDatabase;
let db: Db;
let otherProcess: Db;

beforeEach(async () => {
  temporary = await temporaryDatabase('postgres');
  // With one connection, all queries share a session.
  db = openDatabase({ ...temporary.config, databasePool: 1 }).db;
  otherProcess = openDatabase(temporary.config).db;
  await sql`create table notes (id integer primary key, note text)`.execute(db);
  await sql`insert into notes values (1, 'first'), (2, 'second')`.execute(db);
});
afterEach(async () => {
  await db.destroy();
  await otherProcess.destroy();
  await temporary.dispose();
});

type Note = { id: number; note: string; more?: string };
const notes = (all: Db) => (all as unknown as Kysely<{ notes: Note }>).selectFrom('notes');
const noteById = prepared((all, id: number) => notes(all).selectAll().where('id', '=', id));

/** How often each statement of the session was planned for its values, and executed without. */
async function namedStatements() {
  const { rows } = await sql<{ statement: string; planned: number; reused: number }>`
    select statement, custom_plans as planned, generic_plans as reused from pg_prepared_statements`.execute(
    db,
  );
  return rows;
}

const addColumn = () => sql`alter table notes add column more text default 'new'`.execute(otherProcess);

test('a prepared query is parsed once per connection, and planned a few times', async () => {
  for (let call = 0; call < 20; call++)
    expect(await noteById(db, 1 + (call % 2))).toEqual([
      call % 2 === 0 ? { id: 1, note: 'first' } : { id: 2, note: 'second' },
    ]);
  expect(await namedStatements()).toEqual([
    { statement: 'select * from "notes" where "id" = $1', planned: 5, reused: 15 },
  ]);
});

test('other queries have no names', async () => {
  for (let call = 0; call < 3; call++) await notes(db).select('note').where('id', '=', 1).execute();
  expect(await namedStatements()).toEqual([]);
});

test('a migration by another process may change the columns of the result', async () => {
  await noteById(db, 1);
  await addColumn();
  expect(await noteById(db, 1)).toEqual([{ id: 1, note: 'first', more: 'new' }]);
  await noteById(db, 1);
  expect(await namedStatements()).toHaveLength(2);
});

test('a transaction that uses a changed table is repeated', async () => {
  await noteById(db, 1);
  await addColumn();
  let attempts = 0;
  const found = await inTransaction(db, async (tx) => {
    attempts++;
    await sql`insert into notes values (3, 'third')`.execute(tx);
    return noteById(tx, 3);
  });
  expect({ attempts, found }).toEqual({ attempts: 2, found: [{ id: 3, note: 'third', more: 'new' }] });
});

test.each(['alone', 'in a transaction'])('a pooler may replace the session of a query %s', async (where) => {
  await noteById(db, 1);
  await sql`deallocate all`.execute(db);
  const read = () => (where === 'alone' ? noteById(db, 1) : inTransaction(db, (tx) => noteById(tx, 1)));
  expect(await read()).toEqual([{ id: 1, note: 'first' }]);
  expect(await read()).toEqual([{ id: 1, note: 'first' }]);
  expect(await namedStatements()).toEqual([]);
});

test('an error of a query itself is reported, and does not end the use of its name', async () => {
  const divided = prepared((all, by: number) => notes(all).select(sql`1 / ${by}::int`.as('result')));
  await expect(divided(db, 0)).rejects.toMatchObject({ code: '22012' });
  expect(await divided(db, 1)).toHaveLength(2);
  expect(await namedStatements()).toHaveLength(1);
});
