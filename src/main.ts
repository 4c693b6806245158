import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { requireNode } from './platform/process/node-version.ts';

requireNode(26);

// Everything else is imported only now: it uses features that older versions of Node do not have.
const { exitWithError, printStarted } = await import('./platform/log/console.ts');
try {
  const { environment, readConfig } = await import('./config.ts');
  const config = readConfig(environment());
  const { default: cluster } = await import('node:cluster');
  const { requireFreePort } = await import('./platform/process/free-port.ts');
  if (cluster.isPrimary) await requireFreePort(config);
  const { packageRoot } = await import('./platform/process/package-root.ts');
  // Later starts skip parsing and compiling. A folder that cannot be written only disables this cache. Nothing is written into
  // an installed package, which has no stamp of a build.
  const dist = path.join(packageRoot, 'dist');
  module.enableCompileCache(
    path.join(existsSync(path.join(dist, 'built')) ? dist : config.dataDir, 'compiled'),
  );
  const { createLog } = await import('./platform/log/log.ts');
  const log = createLog(config.logLevel);
  const running = await (config.webProcesses === 1 ? runStandalone() : runInCluster());
  // Workers print nothing and handle signals by themselves.
  if (running) {
    const { onStopSignal } = await import('./platform/process/stop-signals.ts');
    const { claimAt } = await import('./core/accounts/messages.ts');
    printStarted(running, config, claimAt);
    onStopSignal(async () => {
      await running.stop();
      process.exit(0);
    });
  }
  // Written now, because the process may be killed.
  module.flushCompileCache();

  async function runStandalone() {
    const { start } = await import('./server/start.ts');
    const started = await start(config, log);
    await keepCode();
    return started;
  }

  async function runInCluster() {
    const { runPrimary, runWorker } = await import('./server/cluster.ts');
    if (cluster.isPrimary) return runPrimary(config, log);
    await runWorker(config, log);
    return keepCode();
  }

  async function keepCode() {
    const { keepChunks } = await import('./platform/process/keep-chunks.ts');
    keepChunks(path.join(packageRoot, 'dist/server'));
  }
} catch (error) {
  exitWithError(error);
}
