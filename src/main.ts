const oldestNode = 26;
if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(
    `Not Terrible runs on Node ${oldestNode}, which comes with its packages: start it with "npm start" after "npm ci".`,
  );
  process.exit(1);
}

const { explain } = await import('./explain.ts');
try {
  const { environment, readConfig } = await import('./config.ts');
  const config = readConfig(environment());
  const { createLog } = await import('./http/log.ts');
  const { start } = await import('./start.ts');
  const running = await start(config, createLog(config.logLevel));
  console.log(`Not Terrible is at ${running.url}`);
  console.log(`Its data is in ${config.dataDir}${config.databaseUrl ? ` and ${running.place}` : ''}`);
  const { created } = running;
  if (created?.random)
    console.log(
      `Sign in at ${running.url}/login as ${created.username} with the password ${created.password} (shown only now)`,
    );
  else console.log(`Sign in at ${running.url}/login`);

  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, async () => {
      if (stopping) process.exit(1);
      stopping = true;
      await running.stop();
      process.exit(0);
    });
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
