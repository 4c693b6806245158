import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from './dialect.ts';
import { DatabaseProblem, type Db } from './open.ts';

/** What a column holds, as far as the databases write it differently. */
export type Kind = 'plain' | 'date' | 'json' | 'bytes';

export type Table = {
  name: string;
  columns: { name: string; kind: Kind }[];
  /** The columns of the primary key, in whose order a copy can go on; none where there is no such order. */
  key: string[];
  /** The column that the database numbers by itself. */
  counter: string | null;
};

/** Made from other tables and in another form on each database, so whoever copies tables makes them anew. */
export const derivedTables: readonly string[] = ['search_words'];
/** Tells of the database itself, and not of the site. */
const bookkeeping: readonly string[] = ['migrations', 'move_progress'];

/**
 * The tables that hold the site, as the database itself describes them: a table that a migration adds is in this list
 * without anybody's doing. Tables come after those that their rows refer to.
 */
export async function siteTables(db: Db, dialect: Dialect): Promise<Table[]> {
  const questions = dialect.kind === 'postgres' ? postgres : sqlite;
  const { rows: columns } = await questions.columns.execute(db);
  const { rows: references } = await questions.references.execute(db);
  const names = [...new Set(columns.map(({ table }) => table))].filter(
    (name) => !derivedTables.includes(name) && !bookkeeping.includes(name),
  );
  return inOrder(names, references).map((name) => {
    const own = columns.filter(({ table }) => table === name);
    const key = own.filter(({ place }) => place > 0).sort((a, b) => a.place - b.place);
    return {
      name,
      columns: own.map(({ column, type }) => ({ name: column, kind: kindOf(type) })),
      key: key.some(({ type }) => kindOf(type) === 'bytes') ? [] : key.map(({ column }) => column),
      counter: own.find(({ counter }) => Number(counter) === 1)?.column ?? null,
    };
  });
}

type Column = { table: string; column: string; type: string; place: number; counter: number };
type Reference = { from: string; to: string };
type Questions = { columns: RawBuilder<Column>; references: RawBuilder<Reference> };

const sqlite: Questions = {
  columns: sql`
    select t.name as "table", c.name as "column", lower(c.type) as type, c.pk as place,
      c.pk = 1 and s.sql like '%autoincrement%' as counter
    from pragma_table_list as t
    join sqlite_schema as s on s.name = t.name and s.type = 'table'
    join pragma_table_info(t.name) as c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
    order by t.name, c.cid`,
  references: sql`
    select t.name as "from", f."table" as "to"
    from pragma_table_list as t join pragma_foreign_key_list(t.name) as f
    where t.schema = 'main' and t.type = 'table'`,
};

const postgres: Questions = {
  columns: sql`
    select t.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type,
      coalesce(array_position(i.indkey::int2[], a.attnum), -1) + 1 as place,
      case when a.attidentity <> '' then 1 else 0 end as counter
    from pg_class as t
    join pg_attribute as a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    left join pg_index as i on i.indrelid = t.oid and i.indisprimary
    where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p')
    order by t.relname, a.attnum`,
  references: sql`
    select t.relname as "from", o.relname as "to"
    from pg_constraint as c
    join pg_class as t on t.oid = c.conrelid
    join pg_class as o on o.oid = c.confrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`,
};

function kindOf(type: string): Kind {
  if (/^(timestamp|date)/.test(type)) return 'date';
  if (/^jsonb?$/.test(type)) return 'json';
  return /^(bytea|blob)$/.test(type) ? 'bytes' : 'plain';
}

/** A row that refers to another one of its own table has the higher key, so such references ask for no order. */
function inOrder(names: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = [];
  let left = [...names].sort();
  while (left.length > 0) {
    const free = left.filter((name) =>
      references.every(({ from, to }) => from !== name || to === name || !left.includes(to)),
    );
    if (free.length === 0)
      throw new DatabaseProblem(`The tables ${left.join(', ')} refer to each other in a circle.`);
    ordered.push(...free);
    left = left.filter((name) => !free.includes(name));
  }
  return ordered;
}

/**
 * Both views of one table, with what a column holds where only one of the databases can tell: SQLite keeps dates as
 * text.
 */
export function sameTables(left: readonly Table[], right: readonly Table[]): Table[] {
  const shape = (tables: readonly Table[]) =>
    JSON.stringify(
      tables.map(({ name, columns, key, counter }) => [
        name,
        columns.map((c) => c.name).sort(),
        key,
        counter,
      ]),
    );
  if (shape(left) !== shape(right))
    throw new DatabaseProblem('The tables of the two databases differ, although their versions are equal.');
  return left.map((table, index) => {
    const kinds = new Map(right[index]?.columns.map(({ name, kind }) => [name, kind]));
    const columns = table.columns.map(({ name, kind }) => ({
      name,
      kind: kind === 'plain' ? (kinds.get(name) ?? kind) : kind,
    }));
    return { ...table, columns };
  });
}
