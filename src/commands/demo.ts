import { fillDemo } from '../../demo/fill.ts';
import { type Config, environment, readConfig } from '../config.ts';
import { explainError } from '../operator/explain-error.ts';
import { createLog } from '../operator/log.ts';
import { openBlog } from '../server/open-blog.ts';
import { start } from '../server/start.ts';

const demoFolder = 'data-demo';
const demoPassword = 'demo-password';

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

async function main(): Promise<void> {
  const config = demoConfig(environment());
  const log = createLog(config.logLevel);
  const { blog } = await openBlog(config, log);
  await fillDemo(blog, (done, total) => {
    if (process.stdout.isTTY)
      process.stdout.write(`\rFilling the demo: ${done} of ${total} posts${done === total ? '\n' : ''}`);
    else if (done === 0) console.log(`Filling the demo: ${total} posts with their images …`);
  });
  await blog.db.destroy();

  const running = await start(config, log);
  console.log(`The demo is at ${running.url}`);
  console.log(`Its data is in ${config.dataDir}; delete that folder to start over.`);
  console.log(`Sign in at ${running.url}/login as admin with the password ${demoPassword}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, async () => {
      await running.stop();
      process.exit(0);
    });
}

await main().catch((error) => {
  console.error(explainError(error));
  process.exit(1);
});
