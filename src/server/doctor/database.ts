import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { connectionConfig, unsealAll, withStored } from '../../platform/connections/stored-connections.ts';
import { isOfNewerVersion, migrations } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { checkDatabaseFile } from '../../platform/db/sqlite-check.ts';
import { type Finding, ok, problem, warning } from '../../platform/findings.ts';
import { explainError } from '../../platform/log/explain-error.ts';
import { requireUsable } from '../recovery.ts';
import * as messages from './messages.ts';

type Location = Pick<Config, 'dataDir' | 'databaseUrl'>;
const clockToleranceMs = 30_000;

/** Whether the database opens, is intact as far as a start checks, and has the version of this program. It only reads. */
export async function checkDatabase(config: Location): Promise<Finding[]> {
  try {
    return await (config.databaseUrl === null ? checkSqlite(config.dataDir) : checkPostgres(config));
  } catch (error) {
    // The message has the advice.
    return [{ state: 'problem', text: messages.databaseUnusable(explainError(error)) }];
  }
}

async function checkSqlite(dataDir: string): Promise<Finding[]> {
  await requireUsable(dataDir);
  const file = path.join(dataDir, 'blog.sqlite');
  if (checkDatabaseFile(file, false) === 'new') return [ok(messages.databaseAbsent(file))];
  using database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  const hasTable = database.prepare("select 1 from sqlite_schema where name = 'migrations'").get();
  const rows = hasTable ? database.prepare('select name from migrations').all() : [];
  return [
    version(
      file,
      rows.map(({ name }) => String(name)),
    ),
  ];
}

async function checkPostgres(config: Location): Promise<Finding[]> {
  await using database = openDatabase({ ...config, databasePool: 2 });
  const { db, location } = database;
  const { rows } = await sql<{ now: string; migrations: string | null }>`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now,
      to_regclass('migrations')::text as migrations`.execute(db);
  const away = Math.abs(Date.now() - Date.parse(rows[0]?.now ?? ''));
  const applied = rows[0]?.migrations ? await db.selectFrom('migrations').select('name').execute() : [];
  return [
    version(
      location,
      applied.map(({ name }) => name),
    ),
    ...(away > clockToleranceMs
      ? [warning(messages.clockDiffers(Math.round(away / 1000)), messages.synchronizeClock)]
      : []),
  ];
}

/** Settings of an existing site that the program has stored; null where there is no site, or none that can be read. */
export async function storedSettings(
  config: Location,
  names: readonly string[],
): Promise<Map<string, string> | null> {
  try {
    if (config.databaseUrl !== null) return await settingsInPostgres(config, names);
    using database = new DatabaseSync(path.join(config.dataDir, 'blog.sqlite'), {
      readOnly: true,
      timeout: 5_000,
    });
    const read = database.prepare('select value from settings where name = ?');
    const found = names.map((name) => [name, read.get(name)?.value] as const);
    return new Map(found.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    // The check of the database says why.
    return null;
  }
}

/** The configuration with the connections that were entered in the admin area. It only reads. */
export async function withStoredConnections(config: Config): Promise<Config> {
  if (config.databaseUrl !== null) {
    await using database = openDatabase({ ...config, databasePool: 2 });
    return await withStored(config, database.db);
  }
  try {
    const file = path.join(config.dataDir, 'blog.sqlite');
    using database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    const rows = database.prepare('select name, changed, sealed from connections').all();
    const stored = unsealAll(config, rows as { name: string; changed: string; sealed: string }[]);
    return { ...config, ...connectionConfig(config, stored) };
  } catch {
    // There is no site yet, or one of an earlier version.
    return config;
  }
}

async function settingsInPostgres(config: Location, names: readonly string[]): Promise<Map<string, string>> {
  await using database = openDatabase({ ...config, databasePool: 2 });
  const rows = await database.db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', [...names])
    .execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

function version(location: string, applied: readonly string[]): Finding {
  if (applied.length === 0) return ok(messages.databaseOfNothing(location));
  if (isOfNewerVersion(applied)) return problem(messages.databaseNewer(location), messages.startNewerVersion);
  const missing = migrations.filter(({ name }) => !applied.includes(name)).length;
  return missing > 0
    ? warning(messages.databaseOutdated(location, missing), messages.startMigrates)
    : ok(messages.databaseUpToDate(location, migrations.at(-1)?.name ?? ''));
}
