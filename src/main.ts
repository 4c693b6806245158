import module from 'node:module';
import path from 'node:path';
import { packageRoot } from './package-root.ts';

const oldestNode = 26;
if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(
    `Not Terrible runs on Node ${oldestNode}, which comes with its packages: start it with "npm start" after "npm ci".`,
  );
  process.exit(1);
}

// The second start need not read and compile again what the first one did. Where nothing can be written, nothing is kept.
module.enableCompileCache(path.join(packageRoot, 'dist/compiled'));
const { explain } = await import('./operator/explain-error.ts');
try {
  const { environment, readConfig } = await import('./config.ts');
  const config = readConfig(environment());
  const { createLog } = await import('./operator/log.ts');
  const log = createLog(config.logLevel);
  const running = await (config.webProcesses === 1 ? alone() : among());
  if (running) tellOf(running);
  // Not only at the end, which may come by force.
  module.flushCompileCache();

  async function alone() {
    const { start } = await import('./start.ts');
    return start(config, log);
  }

  /** The first process leads the others, which tell nothing by themselves. */
  async function among() {
    const { default: cluster } = await import('node:cluster');
    const { follow, lead } = await import('./cluster.ts');
    return cluster.isPrimary ? lead(config, log) : follow(config, log);
  }

  function tellOf({ url, place, created, stop }: NonNullable<typeof running>) {
    console.log(`Not Terrible is at ${url}`);
    console.log(`Its data is in ${config.dataDir}${config.databaseUrl ? ` and ${place}` : ''}`);
    if (created?.random)
      console.log(
        `Sign in at ${url}/login as ${created.username} with the password ${created.password} (shown only now; it expires in a week unless you use it)`,
      );
    else console.log(`Sign in at ${url}/login`);

    let stopping = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, async () => {
        if (stopping) process.exit(1);
        stopping = true;
        await stop();
        process.exit(0);
      });
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
