import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import type { SourceEntry } from '../../../../platform/files/source.ts';

/** A comment as Isso stores it. Values are of any type, because SQLite and JSON allow that. */
export type IssoRow = {
  id?: unknown;
  parent?: unknown;
  created?: unknown;
  mode?: unknown;
  text?: unknown;
  author?: unknown;
  website?: unknown;
  /** The address of the page. */
  uri?: unknown;
  /** What ids are unique in, when it is not the whole source. */
  within?: string;
};

/** Oldest first, as ids increase. */
export async function* issoRows(entry: SourceEntry): AsyncGenerator<IssoRow> {
  await using copy = await openCopy(entry);
  const rows = copy.database
    .prepare(
      `select c.id, c.parent, c.created, c.mode, c.text, c.author, c.website, t.uri
        from comments as c left join threads as t on t.id = c.tid order by c.id`,
    )
    .iterate();
  for (const row of rows) yield row as IssoRow;
}

export async function countRows(entry: SourceEntry): Promise<number> {
  await using copy = await openCopy(entry);
  return Number(copy.database.prepare('select count(*) as total from comments').get()?.total ?? 0);
}

/** SQLite needs a file of its own. The database comes from anywhere: nothing in it is executed, and it is only read. */
async function openCopy(entry: SourceEntry): Promise<AsyncDisposable & { database: DatabaseSync }> {
  const folder = await mkdtemp(join(tmpdir(), 'not-terrible-isso-'));
  let database: DatabaseSync | undefined;
  const close = async () => {
    database?.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const path = join(folder, 'comments.db');
    await pipeline(await entry.open(), createWriteStream(path, { mode: 0o600 }));
    database = new DatabaseSync(path, { readOnly: true, allowExtension: false });
    database.exec('pragma trusted_schema = off; pragma query_only = on; pragma cell_size_check = on');
    const tables = database
      .prepare(`select name from sqlite_schema where type = 'table' and name in ('comments', 'threads')`)
      .all();
    if (tables.length !== 2) throw new Error('This database has no tables of Isso.');
    return { database, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}
