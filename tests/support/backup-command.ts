import { execFile } from 'node:child_process';
import path from 'node:path';
import { commandEnv } from './source-command.ts';

const home = path.resolve(import.meta.dirname, '../..');

export type Ended = { code: number; output: string };

/** Runs `npm run backup` or `npm run restore` in a folder. */
export const runBackupCommand = (
  cwd: string,
  command: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(home, 'src/commands/cli.ts'), command, ...args],
      { cwd, env: { ...commandEnv(), ...env }, timeout: 60_000 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });

export const environmentOf = (config: {
  dataDir: string;
  databaseUrl: string | null;
}): Record<string, string> => ({
  DATA_DIR: config.dataDir,
  ...(config.databaseUrl ? { DATABASE_URL: config.databaseUrl } : {}),
});
