import { sql, type Transaction } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Schema } from './schema.ts';

/** The sum of an amount of each row. */
export type Counted = {
  table: 'comments' | 'images' | 'posts' | 'subscribers';
  /** Distinguishes the triggers of one table. */
  what: string;
  /** The name of the total that a row belongs to. */
  name: (row: string) => string;
  amount: (row: string) => string;
  /** The columns that name and amount depend on. */
  columns: readonly string[];
  /** Whether a change of these columns changes a total; by default, if one of them differs. */
  changes?: string;
};

/** Counts the rows that a table has now, and keeps the total from here on, whichever program writes. For migrations. */
export async function keepTotal(
  db: Transaction<Schema>,
  kind: Dialect['kind'],
  counted: Counted,
): Promise<void> {
  const [name, amount] = [sql.raw(counted.name('t')), sql.raw(counted.amount('t'))];
  await sql`insert into totals (name, slot, total)
    select ${name}, 0, sum(${amount}) from ${sql.table(counted.table)} as t
    group by 1 having sum(${amount}) <> 0`.execute(db);
  const triggers = kind === 'postgres' ? postgresTriggers(counted) : sqliteTriggers(counted);
  for (const trigger of triggers) await sql.raw(trigger).execute(db);
}

const add = `on conflict (name, slot) do update set total = totals.total + excluded.total`;
const changed = ({ columns, changes }: Counted) =>
  changes ?? columns.map((column) => `old.${column} <> new.${column}`).join(' or ');

function sqliteTriggers(counted: Counted): string[] {
  const { table, what, name, amount, columns } = counted;
  const trigger = (event: string, when: string, rows: readonly string[]) =>
    `create trigger total_${event.split(' ')[0]}_${what} after ${event} on ${table} when ${when} begin
      ${rows.map((row) => `insert into totals (name, slot, total) values (${row}) ${add};`).join('\n')}
    end`;
  const come = `${name('new')}, 0, ${amount('new')}`;
  const gone = `${name('old')}, 0, -${amount('old')}`;
  return [
    trigger('insert', `${amount('new')} <> 0`, [come]),
    trigger('delete', `${amount('old')} <> 0`, [gone]),
    ...(columns.length > 0
      ? [trigger(`update of ${columns.join(', ')}`, changed(counted), [gone, come])]
      : []),
  ];
}

/** Rows that one statement inserts or deletes are added up first. */
function postgresTriggers(counted: Counted): string[] {
  const { table, what, name, amount, columns } = counted;
  const slot = 'pg_backend_pid() % 64';
  const routine = (event: string, rows: string) => `create function total_${event}_${what}() returns trigger
    language plpgsql as $$
    begin
      insert into totals (name, slot, total)
        select name, ${slot}, sum(amount) from (${rows}) as r group by name having sum(amount) <> 0 order by name
        ${add};
      return null;
    end
  $$`;
  const run = (event: string) => `execute function total_${event}_${what}()`;
  const of = (from: string, sign: '' | '-') =>
    `select ${name(from)} as name, ${sign}${amount(from)} as amount from ${from}`;
  return [
    routine('insert', of('come', '')),
    `create trigger total_insert_${what} after insert on ${table} referencing new table as come
      for each statement ${run('insert')}`,
    routine('delete', of('gone', '-')),
    `create trigger total_delete_${what} after delete on ${table} referencing old table as gone
      for each statement ${run('delete')}`,
    `create function total_truncate_${what}() returns trigger language plpgsql as $$
      begin
        delete from totals where name = '${what}' or name like '${what}:%';
        return null;
      end
    $$`,
    `create trigger total_truncate_${what} after truncate on ${table} for each statement ${run('truncate')}`,
    ...(columns.length > 0
      ? [
          routine(
            'update',
            `select ${name('old')} as name, -${amount('old')} as amount
              union all select ${name('new')}, ${amount('new')}`,
          ),
          `create trigger total_update_${what} after update of ${columns.join(', ')} on ${table} for each row
            when (${changed(counted)}) ${run('update')}`,
        ]
      : []),
  ];
}
