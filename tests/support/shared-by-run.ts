import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchPostgres, startedUrl } from './own-postgres.ts';
import { createDatabase } from './postgres-databases.ts';

/** What the workers of a test run share. Each is made when it is first asked for. */
export type Shared = 'postgres' | 'migrated-postgres' | 'migrated-sqlite' | 'editor-page';

export class SharedByRun {
  readonly #made = new Map<Shared, Promise<string>>();
  readonly #undo: (() => Promise<unknown>)[] = [];

  get(name: Shared): Promise<string> {
    const made = this.#made.get(name) ?? this.#make(name);
    this.#made.set(name, made);
    return made;
  }

  async dispose(): Promise<void> {
    await Promise.allSettled(this.#made.values());
    for (const undo of this.#undo.reverse()) await undo();
  }

  #make(name: Shared): Promise<string> {
    if (name === 'postgres') return this.#postgres();
    if (name === 'migrated-postgres') return this.#migratedPostgres();
    return name === 'migrated-sqlite' ? this.#migratedSqlite() : this.#editorPage();
  }

  /** The URL of a PostgreSQL server. */
  async #postgres(): Promise<string> {
    if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL;
    const server = launchPostgres();
    this.#undo.push(async () => {
      if (!server.connected) return;
      server.disconnect();
      await new Promise((resolve) => server.once('exit', resolve));
    });
    return startedUrl(server);
  }

  /** The name of a database with all migrations, which others are made from. */
  async #migratedPostgres(): Promise<string> {
    const database = await createDatabase(await this.get('postgres'));
    this.#undo.push(database.drop);
    await migrateAll({ dataDir: '', databaseUrl: database.url });
    return database.name;
  }

  /** A file with all migrations, to be copied. */
  async #migratedSqlite(): Promise<string> {
    const dataDir = await mkdtemp(join(tmpdir(), 'not-terrible-migrated-'));
    this.#undo.push(() => rm(dataDir, { recursive: true, force: true }));
    await migrateAll({ dataDir, databaseUrl: null });
    const file = join(dataDir, 'blog.sqlite');
    await chmod(file, 0o600);
    return file;
  }

  /** The URL of a page with only the editor. */
  async #editorPage(): Promise<string> {
    const { serveEditorPage } = await import('../browser/editor-page/serve.ts');
    const { url, close } = await serveEditorPage();
    this.#undo.push(close);
    return url;
  }
}

/** Loaded on demand, because most parts of a run need no database. */
async function migrateAll(config: { dataDir: string; databaseUrl: string | null }): Promise<void> {
  const { openDatabase } = await import('../../src/platform/db/open.ts');
  const { migrate } = await import('../../src/platform/db/migrate.ts');
  const database = openDatabase(config);
  try {
    await migrate(database);
  } finally {
    await database.db.destroy();
  }
}
