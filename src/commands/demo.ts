import { parseArgs } from 'node:util';
import { fillDemo } from '../../demo/fill.ts';
import { type Config, environment, readConfig } from '../config.ts';
import { explainError } from '../platform/log/explain-error.ts';
import { createLog } from '../platform/log/log.ts';
import { commandLine } from '../platform/messages/command-line.ts';
import { requireFreePort } from '../platform/process/free-port.ts';
import { progressBar } from '../platform/process/progress.ts';
import type { Command } from '../platform/process/run-command.ts';
import { onStopSignal } from '../platform/process/stop-signals.ts';
import { start } from '../server/start.ts';

const demoFolder = 'data-demo';
const demoPassword = 'demo-password';

const usage = `Usage: ${commandLine('demo')}

Starts a site with content, which appears while it runs, to try everything out. It stores its data in ./${demoFolder}, ignores
all settings but PORT and LOG_LEVEL, and can only be reached from this machine. Delete the folder to start over.`;

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

/** Serves at once and fills the site while it runs: images take most of the time. */
async function serveDemo(): Promise<void> {
  const config = demoConfig(environment());
  await requireFreePort(config);
  const running = await start(config, createLog(config.logLevel));
  const interrupted = new AbortController();
  console.log(`The demo is at ${running.url}`);
  console.log(`Its data is in ${config.dataDir}; delete that folder to start over.`);
  console.log(`Sign in at ${running.url}/login as admin with the password ${demoPassword}`);
  const filling = fillDemo(running.blog, { onProgress: showProgress(), signal: interrupted.signal });
  onStopSignal(async () => {
    interrupted.abort();
    await filling.catch(() => {});
    await running.stop();
    process.exit(0);
  });
  await filling.catch(async (error) => {
    await running.stop();
    throw error;
  });
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

async function main(args: string[]): Promise<number> {
  parseArgs({ args });
  await serveDemo().catch((error) => {
    console.error(explainError(error));
    process.exit(1);
  });
  return 0;
}

export const command: Command = { name: 'demo', usage, main };
