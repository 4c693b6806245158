import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const adminPassword = 'correct horse battery';

/** Ends the server when the process that started it is gone, even after SIGKILL. */
const endWithParent = `import cluster from 'node:cluster';
process.on('disconnect', () => process.exit(1));
if (cluster.isPrimary) process.channel.unref();`;

export class ServerFailedError extends Error {
  override name = 'ServerFailedError';
}

export type ServerOptions = {
  env?: Record<string, string>;
  script?: string;
};

export type RunningServer = {
  url: string;
  pid: number;
  dataDir: string;
  adminPassword: string;
  output(): string;
  /** Sends the signal and waits for the exit; returns the exit code, or null if the signal killed the server. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Kills the server with SIGKILL; the data stays. */
  kill9(): Promise<void>;
  /** Stops the server if it still runs, and removes its data folder unless the caller named one. */
  dispose(): Promise<void>;
};

/** The script that `npm start` runs. */
export const builtServer = join(import.meta.dirname, '../../dist/server/main.js');

/** Starts the real server in its own process, on a free port, with an empty data folder unless `env` names one. */
export async function startServer({ env = {}, script }: ServerOptions = {}): Promise<RunningServer> {
  const ownFolder = await mkdtemp(join(tmpdir(), 'not-terrible-server-'));
  const dataDir = env.DATA_DIR ?? join(ownFolder, 'data');
  const child = spawn(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(endWithParent)}`, script ?? builtServer],
    {
      // An empty working folder and a minimal environment, so that local settings do not affect the tests.
      cwd: ownFolder,
      env: {
        ...inherited(),
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: dataDir,
        ADMIN_PASSWORD: adminPassword,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close');
  let asked = false;
  // Otherwise a test would only report a refused connection.
  child.once('close', (code, signal) => {
    if (!asked && code !== 0)
      console.error(`A test server exited with ${signal ?? `code ${code}`}:\n${output.slice(-2000)}`);
  });
  const kill9 = async () => {
    asked = true;
    child.kill('SIGKILL');
    await ended;
  };
  const dispose = async () => {
    await kill9();
    await rm(ownFolder, { recursive: true, force: true });
  };

  try {
    const url = await ready(child, () => output);
    return {
      pid: child.pid ?? 0,
      url,
      dataDir,
      adminPassword: env.ADMIN_PASSWORD ?? adminPassword,
      output: () => output,
      async stop(signal = 'SIGTERM') {
        asked = true;
        child.kill(signal);
        await ended;
        return child.exitCode;
      },
      kill9,
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LANG', 'LC_ALL'];
  return Object.fromEntries(
    names.flatMap((name) => [[name, process.env[name] ?? '']]).filter(([, value]) => value),
  );
}

/** Without a limit of its own, because the test has one. */
async function ready(child: ChildProcess, output: () => string): Promise<string> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new ServerFailedError(`The server ended before it was ready:\n${output()}`);
    }
    const url = /http:\/\/localhost:\d+/.exec(output())?.[0];
    if (url && (await answers(`${url}/readyz`))) return url;
    await sleep(25);
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
