import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  migratedDatabase,
  onEachDatabase,
  type TemporaryDatabase,
} from '../../../tests/support/databases.ts';
import { insertJob } from '../jobs/store.ts';
import { type Dialect, dialectOf } from './dialect.ts';
import { type Db, openDatabase } from './open.ts';
import { inTransaction } from './transaction.ts';

/* What differs between the databases gives the same answers. Search and grams are tested with the searches. */

onEachDatabase('the dialect', { always: 'Whatever differs in SQL is here.' }, (kind) => {
  let temporary: TemporaryDatabase;
  let db: Db;
  let dialect: Dialect;
  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
    ({ db } = openDatabase(temporary.config));
    dialect = dialectOf(db);
  });
  afterAll(async () => {
    await db.destroy();
    await temporary.dispose();
  });

  /** Of jobs, because these rows need few columns. */
  let ids: number[];
  beforeEach(async () => {
    await db.deleteFrom('jobs').execute();
    ids = [];
    for (const [kind, date_added] of [
      ['100 %', '2026-01-31T23:59:59.999Z'],
      ['100 _', '2026-02-01T00:00:00.000Z'],
      ["it's", '2026-02-01T01:00:00.000Z'],
    ] as const)
      ids.push(await insertJob(db, { kind, payload: {}, host: null, date_added }));
  });

  const column = (name: string) => sql.ref<string>(name);
  const list = async <Value>(value: RawBuilder<Value>, rest = sql`order by id`): Promise<Value[]> => {
    const { rows } = await sql<{ value: Value }>`select ${value} as value from jobs ${rest}`.execute(db);
    return rows.map(({ value }) => value);
  };

  test('is the one of the database', () => expect(dialect.kind).toBe(kind));

  test('finds text with any characters', async () => {
    for (const [text, found] of [
      ['%', '100 %'],
      ['_', '100 _'],
      ["'", "it's"],
    ] as const)
      expect(await list(sql`kind`, sql`where ${dialect.contains(column('kind'), text)}`)).toEqual([found]);
  });

  test('counts months and other parts of time in UTC', async () => {
    expect(await list(dialect.month(column('date_added')))).toEqual(['2026-01', '2026-02', '2026-02']);
    const hours = (await list(dialect.bucket(column('date_added'), 3600))).map(Number);
    const first = Math.floor(Date.parse('2026-01-31T23:59:59.999Z') / 3_600_000);
    expect(hours).toEqual([first, first + 1, first + 2]);
  });

  test('writes rows and values as JSON', async () => {
    const fields = { id: sql.ref('id'), name: sql.ref('kind') };
    const of = async (from: RawBuilder<unknown>) => {
      const { rows } = await sql<{
        json: string;
      }>`select ${dialect.jsonRows(fields, from)} as json`.execute(db);
      return JSON.parse(rows[0]?.json ?? '');
    };
    expect(await of(sql`jobs where kind = ${"it's"}`)).toEqual([{ id: ids[2], name: "it's" }]);
    expect(await of(sql`jobs where id < 0`)).toEqual([]);
    const values = async (where?: RawBuilder<unknown>) =>
      JSON.parse((await list(dialect.jsonValues(sql.ref('id'), where), sql``))[0] ?? '');
    expect((await values()).sort()).toEqual(ids.toSorted());
    expect(await values(sql`kind = '100 %'`)).toEqual([ids[0]]);
    expect(await values(sql`id < 0`)).toEqual([]);
  });

  test('reads integers of JSON', async () => {
    const json = sql<string>`${JSON.stringify([ids[0], ids[2], 2 ** 40])}`;
    expect(await list(sql`id`, sql`where ${dialect.isOneOf(sql.ref('id'), json)} order by id`)).toEqual([
      ids[0],
      ids[2],
    ]);
    expect(await list(sql`id`, sql`where id in ${dialect.integersOf(json)} order by id`)).toEqual([
      ids[0],
      ids[2],
    ]);
  });

  test('merges the first rows of several queries', async () => {
    const part = (name: string) =>
      dialect.mergedPart(sql`select id from jobs where kind = ${name}`, sql`id desc`, 1);
    const { rows } = await sql<{ id: number }>`
      select id from (${part('100 %')} union all ${part("it's")}) as parts order by id desc limit 2`.execute(
      db,
    );
    expect(rows.map(({ id }) => id)).toEqual([ids[2], ids[0]]);
  });

  test('gives out ids once', async () => {
    const next = await dialect.nextId(db, 'jobs', 'id');
    expect(next).toBe((ids[2] ?? 0) + 1);
    await dialect.setNextId(db, 'jobs', 'id', next + 10);
    expect(await dialect.nextId(db, 'jobs', 'id')).toBe(next + 10);
    const taken = await inTransaction(db, (tx) => dialect.takeIds(tx, 'jobs', 'id', 3));
    expect(taken).toEqual([next + 10, next + 11, next + 12]);
  });

  test('locks names and rows in a transaction', async () => {
    const found = await inTransaction(db, async (tx) => {
      await dialect.lockName('jobs')?.execute(tx);
      const rows = [];
      for (const lock of [dialect.forUpdate, dialect.skipLocked])
        rows.push((await sql`select id from jobs order by id ${lock}`.execute(tx)).rows);
      return rows;
    });
    expect(found).toEqual([ids.map((id) => ({ id })), ids.map((id) => ({ id }))]);
  });

  test('tells a conflict from other errors', async () => {
    const errorOf = (query: RawBuilder<unknown>) =>
      query.execute(db).then(
        () => null,
        (error: unknown) => error,
      );
    const again = sql`insert into jobs select * from jobs`;
    expect(dialect.isConflict(await errorOf(again))).toBe(true);
    expect(dialect.isConflict(await errorOf(sql`select nothing from jobs`))).toBe(false);
  });

  test('describes the database', async () => {
    expect(Number((await dialect.size.execute(db)).rows[0]?.bytes)).toBeGreaterThan(10_000);
    expect((await dialect.tables.execute(db)).rows.map(({ name }) => name)).toContain('comments');
    const { rows: columns } = await dialect.catalog.columns.execute(db);
    const id = columns.find(({ table, column }) => table === 'comments' && column === 'id');
    expect([id?.keyPosition, id?.isIdentity].map(Number)).toEqual([1, 1]);
    expect((await dialect.catalog.references.execute(db)).rows).toContainEqual({
      from: 'comments',
      to: 'posts',
    });
  });
});
