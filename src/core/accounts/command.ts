import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { environment, readConfig } from '../../config.ts';
import { type Blog, itself, serverUrl } from '../../platform/blog.ts';
import { Problem } from '../../platform/http/problem.ts';
import { urls } from '../../platform/http/urls.ts';
import { createLog } from '../../platform/log/log.ts';
import { commandLine } from '../../platform/messages/command-line.ts';
import * as messages from '../../platform/messages/operator.ts';
import { type Command, type Host, printUsage } from '../../platform/process/run-command.ts';
import { alreadyClaimed, claimFirst, newClaimLink } from './messages.ts';
import { newClaimToken } from './sign-in/claim.ts';
import { isUnclaimed } from './sign-in/first-administrator.ts';
import { resetSecondFactor } from './sign-in/second-factor.ts';
import { resetPassword } from './sign-in/users.ts';

/** In the activity log, so that it shows that the change was made on the server. */
const actor = { ...itself, browser: commandLine('admin') };

const usage = `Usage: ${commandLine('admin', 'claim [--username NAME]')}
       ${commandLine('admin', 'reset-password [--username NAME] [--password PASSWORD]')}
       ${commandLine('admin', 'reset-second-factor [--username NAME]')}

claim prints a new link where the owner of a site without an administrator chooses a name and a password. Earlier links
no longer work.
reset-password sets a new password, a random one unless you give one, and ends the administrator's sessions.
reset-second-factor removes the administrator's passkeys and recovery codes and ends the sessions; after that the
password alone is enough to sign in.`;

/** What each task prints; null when there is no such administrator. */
const tasks: Record<
  string,
  (blog: Blog, username: string, given: string | undefined) => Promise<string | null>
> = {
  claim: async (blog, username) => {
    const token = await newClaimToken(blog, username, { endsAll: true });
    if (token === null) throw new Problem('conflict', alreadyClaimed);
    return newClaimLink(serverUrl(blog) + urls.claim(token));
  },
  'reset-password': async (blog, username, given) => {
    const password = given ?? randomBytes(15).toString('base64url');
    return (await resetPassword(blog, username, password))
      ? messages.passwordReset(username, password)
      : null;
  },
  'reset-second-factor': async (blog, username) =>
    (await resetSecondFactor(blog, username)) ? messages.secondFactorReset(username) : null,
};

/** For an owner who is locked out. It works on the database directly, so the site may be running or not. */
async function main(args: string[], { openBlog }: Host): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { username: { type: 'string' }, password: { type: 'string' } },
  });
  const task = Object.hasOwn(tasks, positionals[0] ?? '') ? tasks[positionals[0] ?? ''] : undefined;
  if (!task || positionals.length > 1) return printUsage(usage);
  const config = readConfig(environment());
  const username = values.username ?? config.adminUsername;
  const { blog, database } = await openBlog(config, createLog('warn'));
  await using _ = database;
  const done = await task({ ...blog, actor }, username, values.password);
  if (done === null)
    console.error((await isUnclaimed(blog, blog.db)) ? claimFirst : messages.noSuchAdministrator(username));
  else console.log(done);
  return done === null ? 1 : 0;
}

export const command: Command = { name: 'admin', usage, main };
