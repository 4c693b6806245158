import { schemasDiffer, tablesReferInCircle } from '../messages/operator.ts';
import type { Dialect, ReferenceRow } from './dialect.ts';
import { DatabaseProblem, type Db } from './open.ts';

/** Column types that the two databases represent differently. */
export type ColumnKind = 'plain' | 'date' | 'json' | 'bytes';

export type Table = {
  name: string;
  columns: { name: string; kind: ColumnKind }[];
  /** The columns of the primary key, in whose order a copy can resume; empty when they have no usable order. */
  key: string[];
  /** The identity column. */
  identity: string | null;
};

/**
 * Built from other tables: by triggers of the target, or in a form that depends on the database, so a copy rebuilds them. Triggers
 * list what is to be indexed.
 */
export const derivedTables: readonly string[] = [
  'search_words',
  'post_grams',
  'unindexed_posts',
  'totals',
  'comment_versions',
];
/** State of the database itself, not of the site. */
const internalTables: readonly string[] = ['migrations', 'move_progress', 'content_version'];

/**
 * The tables that hold the site, read from the database's own catalog so that a table from a new migration is included
 * automatically. A table comes after the tables that it references. Unlogged tables of PostgreSQL are left out: they hold what
 * is deleted when its day is over.
 */
export async function siteTables(db: Db, { catalog }: Dialect): Promise<Table[]> {
  const { rows: columns } = await catalog.columns.execute(db);
  const { rows: references } = await catalog.references.execute(db);
  const names = [...new Set(columns.map(({ table }) => table))].filter(
    (name) => !derivedTables.includes(name) && !internalTables.includes(name),
  );
  return inReferenceOrder(names, references).map((name) => {
    const own = columns.filter(({ table }) => table === name);
    const key = own
      .filter(({ keyPosition }) => keyPosition > 0)
      .sort((a, b) => a.keyPosition - b.keyPosition);
    return {
      name,
      columns: own.map(({ column, type }) => ({ name: column, kind: kindOf(type) })),
      key: key.some(({ type }) => kindOf(type) === 'bytes') ? [] : key.map(({ column }) => column),
      identity: own.find(({ isIdentity }) => Number(isIdentity) === 1)?.column ?? null,
    };
  });
}

function kindOf(type: string): ColumnKind {
  if (/^(timestamp|date)/.test(type)) return 'date';
  if (/^jsonb?$/.test(type)) return 'json';
  return /^(bytea|blob)$/.test(type) ? 'bytes' : 'plain';
}

/** References within a table are ignored: the referencing row always has the higher key. */
function inReferenceOrder(names: readonly string[], references: readonly ReferenceRow[]): string[] {
  const ordered: string[] = [];
  let left = [...names].sort();
  while (left.length > 0) {
    const free = left.filter((name) =>
      references.every(({ from, to }) => from !== name || to === name || !left.includes(to)),
    );
    if (free.length === 0) throw new DatabaseProblem(tablesReferInCircle(left));
    ordered.push(...free);
    left = left.filter((name) => !free.includes(name));
  }
  return ordered;
}

/** Merges two descriptions of the same tables, because SQLite declares dates as text and only PostgreSQL knows them. */
export function sameTables(left: readonly Table[], right: readonly Table[]): Table[] {
  const shape = (tables: readonly Table[]) =>
    JSON.stringify(
      tables.map(({ name, columns, key, identity }) => [
        name,
        columns.map((c) => c.name).sort(),
        key,
        identity,
      ]),
    );
  if (shape(left) !== shape(right)) throw new DatabaseProblem(schemasDiffer);
  return left.map((table, index) => {
    const kinds = new Map(right[index]?.columns.map(({ name, kind }) => [name, kind]));
    const columns = table.columns.map(({ name, kind }) => ({
      name,
      kind: kind === 'plain' ? (kinds.get(name) ?? kind) : kind,
    }));
    return { ...table, columns };
  });
}
