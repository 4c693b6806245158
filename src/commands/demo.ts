import { existsSync } from 'node:fs';
import { mkdtempDisposable, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fillDemo } from '../../demo/fill.ts';
import { type Config, environment, readConfig } from '../config.ts';
import type { Db } from '../platform/db/open.ts';
import { explainError, StartProblem } from '../platform/log/explain-error.ts';
import { createLog, type Log } from '../platform/log/log.ts';
import { commandLine } from '../platform/messages/command-line.ts';
import { copyWritten, fileExists } from '../platform/messages/operator.ts';
import { requireFreePort } from '../platform/process/free-port.ts';
import { progressBar } from '../platform/process/progress.ts';
import { type Command, type Host, printUsage } from '../platform/process/run-command.ts';
import { onStopSignal } from '../platform/process/stop-signals.ts';
import { openBlog } from '../server/open-blog.ts';
import { type RunningSite, start } from '../server/start.ts';

const demoFolder = 'data-demo';
const demoPassword = 'demo-password';

const usage = `Usage: ${commandLine('demo')}
       ${commandLine('demo', '--static FOLDER')}

Starts a site with content, which appears while it runs, to try everything out. It stores its data in ./${demoFolder}, ignores
all settings but PORT and LOG_LEVEL, and can only be reached from this machine. "Reset the demo" in its admin area starts over.

With --static it starts nothing and writes the public pages as files into a new folder, for any web server. SITE_URL is the URL that
they will have.`;

/** The demo ignores the settings of the real site: it would write into that site, or share to its networks. */
const demoConfig = ({ PORT, LOG_LEVEL }: Record<string, string | undefined>): Config =>
  readConfig({
    PORT,
    LOG_LEVEL,
    // The password is public, so only this machine may connect.
    HOST: '127.0.0.1',
    DATA_DIR: demoFolder,
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: demoPassword,
  });

/** Serves at once and fills the site while it runs. */
async function serveDemo(): Promise<void> {
  const config = demoConfig(environment());
  await requireFreePort(config);
  const log = createLog(config.logLevel);
  let current = await begin(config, log, () => void reset());
  console.log(`The demo is at ${current.running.url}`);
  console.log(`Its data is in ${config.dataDir}. "Reset the demo" in its admin area starts over.`);
  console.log(`Sign in at ${current.running.url}/login as admin with the password ${demoPassword}`);
  let resetting: Promise<void> | undefined;
  const reset = (): Promise<void> => {
    resetting ??= (async () => {
      const kept = await readKept(current.running.blog.db);
      await end(current);
      await rm(config.dataDir, { recursive: true, force: true });
      await writeKept(config, log, kept);
      current = await begin(config, log, () => void reset());
      resetting = undefined;
    })().catch(fail);
    return resetting;
  };
  onStopSignal(async () => {
    await resetting;
    await end(current);
    process.exit(0);
  });
  await current.filling;
}

type RunningDemo = { running: RunningSite; filling: Promise<void>; interrupted: AbortController };

async function begin(config: Config, log: Log, reset: () => void): Promise<RunningDemo> {
  const running = await start({ ...config, demo: { started: new Date().toISOString(), reset } }, log);
  // A reset starts at the same URL.
  config.port = Number(new URL(running.url).port);
  const interrupted = new AbortController();
  const filling = fillDemo(running.blog, { onProgress: showProgress(), signal: interrupted.signal }).catch(
    async (error) => {
      await running.stop();
      fail(error);
    },
  );
  return { running, filling, interrupted };
}

async function end({ running, filling, interrupted }: RunningDemo): Promise<void> {
  interrupted.abort();
  await filling;
  await running.stop();
}

/** Who is signed in stays so after a reset. */
const keptTables = ['settings', 'users', 'profiles', 'sessions'] as const;
type Kept = { table: (typeof keptTables)[number]; rows: Record<string, unknown>[] }[];

const readKept = (db: Db): Promise<Kept> =>
  Promise.all(
    keptTables.map(async (table) => ({
      table,
      rows: (await db.selectFrom(table).selectAll().execute()).filter(
        (row) => !('name' in row) || String(row.name).startsWith('key:'),
      ),
    })),
  );

async function writeKept(config: Config, log: Log, kept: Kept): Promise<void> {
  const { blog } = await openBlog({ ...config }, log);
  await blog.db.deleteFrom('settings').where('name', 'like', 'key:%').execute();
  for (const { table, rows } of kept)
    if (rows.length > 0)
      await blog.db
        .insertInto(table)
        .values(rows as never)
        .execute();
  await blog.db.destroy();
}

function fail(error: unknown): never {
  console.error(explainError(error));
  process.exit(1);
}

/** Nothing is shown when the site is already filled. */
function showProgress(): (done: number, total: number) => void {
  let advance: ((increment: number) => void) | undefined;
  let shown = 0;
  return (done, total) => {
    advance ??= progressBar('Filling the demo, posts', total);
    advance(done - shown);
    shown = done;
  };
}

/** Writes a static copy of the demo, whose data is deleted again. */
async function writeDemo(folder: string, { openBlog, staticCopy }: Host): Promise<number> {
  if (!staticCopy) return printUsage(usage);
  // Before the demo is filled, which takes a while.
  if (existsSync(folder)) throw new StartProblem(fileExists(folder));
  await using dataDir = await mkdtempDisposable(path.join(tmpdir(), 'not-terrible-demo-'));
  const { SITE_URL } = environment();
  const config = readConfig({ DATA_DIR: dataDir.path, SITE_URL });
  const { blog, database } = await openBlog(config, createLog('warn'));
  await using _ = database;
  await fillDemo(blog, { onProgress: showProgress() });
  // A web server of another user has to read the files.
  process.umask(0o022);
  await (await staticCopy())(blog, folder);
  console.log(copyWritten(folder));
  return 0;
}

async function main(args: string[], host: Host): Promise<number> {
  const { values } = parseArgs({ args, options: { static: { type: 'string' } } });
  if (values.static !== undefined) return writeDemo(path.resolve(values.static), host);
  await serveDemo().catch(fail);
  return 0;
}

export const command: Command = { name: 'demo', usage, main };
