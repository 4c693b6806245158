import { globSync } from 'node:fs';
import { join } from 'node:path';
import { NoResultError, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { inPostTransaction } from '../src/core/site/store/post-transaction.ts';
import { type Db, openDatabase } from '../src/platform/db/open.ts';
import {
  type DatabaseKind,
  databases,
  migratedDatabase,
  type TemporaryDatabase,
} from './support/databases.ts';
import { annotation, exportedFunctions, ofColumn, TypeExamples } from './support/type-examples.ts';

/*
 * Each function of a store is called once on both databases, with arguments that are made from the types of its parameters, and gives
 * results of the same shape. What its statements mean is tested where it is used. A new function is called without a change here,
 * unless the type of a parameter tells too little; then the test asks for an example.
 */

const root = join(import.meta.dirname, '..');
const stores = globSync('src/**/store{.ts,/*.ts}', {
  cwd: root,
  // The tables of a day are in a file of their own on SQLite; `flush.test.ts` is about both databases.
  exclude: ['**/*.test.ts', 'src/features/statistics/store/days.ts'],
}).sort();

/** The columns of both databases have the same names. */
async function rowOf(table: string, withId = false): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select name, type from pragma_table_info(${table}) where name <> 'id' or ${withId ? 1 : 0} = 1`.execute(
    sqlite(),
  );
  return Object.fromEntries(rows.map(({ name, type }) => [name, ofColumn(name, type)]));
}

const person = { person: 'a', name: 'a', state: 'trusted', date_added: '2026-01-02T03:04:05.000Z' };
const people = {
  name: 'people',
  columns: Object.keys(person).map((name) => ({ name, kind: 'plain' })),
  key: ['person'],
  identity: null,
};

const examples = new TypeExamples(
  {
    BatchSize: 1,
    Table: 'comments',
    'cardsAfter.last': { post_date: '2026-01-02T03:04:05.000Z', id: 1 },
    'categoriesByPath.rows': [{ post_id: 1, category_id: 1 }],
    'categoriesByPath.names': [{ id: 1, category_path: 'a' }],
    'commentRows.from': sql`(select * from comments) as c`,
    'contentRows.table': people,
    'contentRows.only': sql`person = ${'a'}`,
    'copyToBin.tables': [],
    'deletePost.tables': [],
    'deleteOwnRows.features': [],
    'indexRevisionImages.text': { post_title: 'a', post_content: 'a', meta_description: 'a' },
    'insertActivity.entry': {
      date: '2026-01-02T03:04:05.000Z',
      kind: 'post',
      what: 'a',
      username: null,
      address: 'a',
      browser: 'a',
    },
    'insertBinned.table': people,
    'insertBinned.rows': [person],
    'insertOwnRows.rows': [{ table: people, row: person }],
    'lockRecipients.recipients': [{ id: 1 }],
    profileLink: z.object({ label: z.string(), url: z.string() }),
    'storeSummary.summary': {},
    StoredImport: { id: 1, name: 'a', path: '/a', host: 'a', dry_run: 0, username: 'a' },
  },
  rowOf,
);

/** Why a function is not called. */
const leftOut: Record<string, string> = {
  inPostTransaction: 'has no statement of its own',
  putSearchWords: 'without a post, PostgreSQL alone refuses it',
  raiseStatistics: 'SQLite alone has sums to copy',
};

type Opened = { kind: DatabaseKind; temporary: TemporaryDatabase; db: Db };
let opened: Opened[];
const sqlite = (): Db => (opened[0] as Opened).db;

beforeAll(async () => {
  opened = await Promise.all(
    databases.map(async (kind) => {
      const temporary = await migratedDatabase(kind);
      const { db } = openDatabase(temporary.config);
      return { kind, temporary, db };
    }),
  );
});
afterAll(async () => {
  for (const { db, temporary } of opened ?? []) {
    await db.destroy();
    await temporary.dispose();
  }
});

class Undo extends Error {}

/** Types instead of values: ids and dates differ between the databases, numbers and texts must not. */
function shapeOf(value: unknown): unknown {
  if (value instanceof Map) return { map: shapeOf([...value]) };
  if (value instanceof Set) return { set: shapeOf([...value]) };
  if (value instanceof Uint8Array) return 'bytes';
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, shapeOf(each)]),
  );
}

const isConstraint = (error: unknown): boolean => {
  const { code, errcode } = error as { code?: unknown; errcode?: number };
  return String(code).startsWith('23') || (errcode !== undefined && (errcode & 255) === 19);
};

/** Calls a function in a transaction that is rolled back, and returns the shape of its result. */
async function outcome(db: Db, first: string, call: (first: unknown) => unknown): Promise<unknown> {
  let shape: unknown;
  const attempt = async (handle: unknown) => {
    const result = await call(handle);
    shape = shapeOf(
      typeof result === 'object' && result && Symbol.asyncIterator in result
        ? await Array.fromAsync(result as AsyncIterable<unknown>)
        : result,
    );
    throw new Undo();
  };
  try {
    if (/PostTransaction/.test(first)) await inPostTransaction(db, attempt);
    else await db.transaction().execute(attempt);
  } catch (error) {
    if (isConstraint(error)) return 'refused by a constraint';
    if (error instanceof NoResultError) return 'no such row';
    // A function with a transaction of its own is not rolled back.
    if (/transaction method for a Transaction/.test(String(error))) return shapeOf(await call(db));
    if (!(error instanceof Undo)) throw error;
  }
  return shape;
}

test.each(stores)('%s gives results of the same shape on both databases', async (store) => {
  const file = join(root, store);
  const module = (await import(file)) as Record<string, (...args: unknown[]) => unknown>;
  const problems: string[] = [];
  for (const { name, params } of exportedFunctions(file)) {
    const first = params[0] ? annotation(file, params[0]) : '';
    if (name in leftOut || !/\bDb\b|PostTransaction/.test(first)) continue;
    try {
      const [sqlite, postgres] = await Promise.all(
        opened.map(async ({ db }) => {
          const rest = params.slice(1).map((param) => examples.ofParameter(file, name, param));
          const given = await Promise.all(rest);
          return outcome(db, first, (handle) => module[name]?.(handle, ...given));
        }),
      );
      expect(postgres).toEqual(sqlite);
    } catch (error) {
      problems.push(`${name}: ${(error as Error).message}`);
    }
  }
  expect(problems).toEqual([]);
});
