import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Db, OpenDatabase } from './open.ts';
import { NodeSqliteAdapter } from './sqlite.ts';

/** Whether the file of this database was moved, replaced or deleted since it was opened. */
export function hasMoved(db: Db): boolean {
  const { adapter } = db.getExecutor();
  return adapter instanceof NodeSqliteAdapter && adapter.hasMoved();
}

/** Whether a site works on this database at this moment. Asked before the first query to a SQLite database. */
export async function isInUse({ db, dialect, place }: OpenDatabase): Promise<boolean> {
  if (dialect.kind === 'sqlite') return isOpenElsewhere(place);
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and application_name like 'not-terrible%' and pid <> pg_backend_pid()
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Whoever has the file open in WAL mode holds a lock on it, even when idle. */
function isOpenElsewhere(file: string): boolean {
  const probe = new DatabaseSync(file, { timeout: 0 });
  try {
    probe.exec('pragma locking_mode = exclusive; begin immediate; rollback;');
    return false;
  } catch (error) {
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === busy) return true;
    throw error;
  } finally {
    probe.close();
  }
}

const busy = 5;
