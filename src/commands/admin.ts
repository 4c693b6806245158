import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { itself } from '../blog/blog.ts';
import { resetPassword } from '../blog/owner.ts';
import { environment, readConfig } from '../config.ts';
import { Problem } from '../contract/errors.ts';
import { explain } from '../explain.ts';
import { createLog } from '../http/log.ts';
import { openBlog } from '../start.ts';

/** How the activity log knows that this came from the machine. */
const actor = { ...itself, browser: 'npm run admin' };

const usage = `Usage: npm run admin -- reset-password [--username NAME] [--password PASSWORD]

Sets a new password (a random one unless given) and ends that administrator's sessions.`;

/** For an owner who is locked out: works on the data directly, whether the site runs or not. */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { username: { type: 'string' }, password: { type: 'string' } },
  });
  if (positionals[0] !== 'reset-password' || positionals.length > 1) {
    console.error(usage);
    return 1;
  }
  const config = readConfig(environment());
  const username = values.username ?? config.adminUsername;
  const password = values.password ?? randomBytes(15).toString('base64url');
  const { blog } = await openBlog(config, createLog('warn'));
  try {
    if (!(await resetPassword({ ...blog, actor }, username, password))) {
      console.error(`There is no administrator called "${username}".`);
      return 1;
    }
    console.log(`The password of ${username} is now ${password}`);
    return 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await blog.db.destroy();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
