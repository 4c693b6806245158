import module from 'node:module';
import path from 'node:path';
import { requireNode } from './operator/node-version.ts';

requireNode(26);

// Everything else is imported only now: it uses features that older versions of Node do not have.
const { packageRoot } = await import('./package-root.ts');
// Later starts skip parsing and compiling. A folder that cannot be written only disables this cache.
module.enableCompileCache(path.join(packageRoot, 'dist/compiled'));
const { exitWithError, printStarted } = await import('./operator/console.ts');
try {
  const { environment, readConfig } = await import('./config.ts');
  const config = readConfig(environment());
  const { createLog } = await import('./operator/log.ts');
  const log = createLog(config.logLevel);
  const running = await (config.webProcesses === 1 ? runStandalone() : runInCluster());
  // Workers print nothing and handle signals by themselves.
  if (running) {
    printStarted(running, config);
    stopOnSignal(running.stop);
  }
  // Written now, because the process may be killed.
  module.flushCompileCache();

  async function runStandalone() {
    const { start } = await import('./server/start.ts');
    return start(config, log);
  }

  async function runInCluster() {
    const { default: cluster } = await import('node:cluster');
    const { runPrimary, runWorker } = await import('./server/cluster.ts');
    return cluster.isPrimary ? runPrimary(config, log) : runWorker(config, log);
  }
} catch (error) {
  exitWithError(error);
}

function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, async () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      await stop();
      process.exit(0);
    });
}
