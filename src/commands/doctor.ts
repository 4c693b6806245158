import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, environment, readConfig } from '../config.ts';
import { explainError } from '../platform/log/explain-error.ts';
import type { Command } from '../platform/process/run-command.ts';
import { checkClock, checkDataFolder, checkDisk, checkNode, checkSiteUrl } from '../server/doctor/checks.ts';
import { checkDatabase, withStoredConnections } from '../server/doctor/database.ts';
import type { Finding } from '../server/doctor/finding.ts';
import * as messages from '../server/doctor/messages.ts';
import { checkRequests } from '../server/doctor/requests.ts';
import { checkBackups, checkImageStore, checkMail, checkOwner } from '../server/doctor/services.ts';

/** Checks that need valid settings; each finds at least one thing. */
const checks: ((config: Config) => Promise<Finding[]>)[] = [
  checkDataFolder,
  checkDisk,
  checkDatabase,
  checkOwner,
  checkImageStore,
  checkBackups,
  checkSiteUrl,
  checkRequests,
  checkMail,
  checkClock,
];

async function main(args: string[]): Promise<number> {
  parseArgs({ args });
  const findings = [checkNode(), ...(await findingsOfSettings())];
  for (const { state, text, advice } of findings) {
    console.log(`${messages.states[state]}  ${text}`);
    if (advice) console.log(`         ${advice}`);
  }
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  console.log(`\n${messages.summary(count('problem'), count('warning')) || messages.allGood}`);
  return count('problem') > 0 ? 1 : 0;
}

/** That of Node's option, which the Debian package uses, and `.env`. */
const settingsFiles = (): string[] =>
  [
    ...process.execArgv.flatMap((arg) => /^--env-file=(.*)/.exec(arg)?.[1] ?? []),
    path.resolve('.env'),
  ].filter((file) => existsSync(file));

async function findingsOfSettings(): Promise<Finding[]> {
  let config: Config;
  try {
    config = await withStoredConnections(readConfig(environment()));
  } catch (error) {
    const text = messages.settingsInvalid(explainError(error));
    return [{ state: 'problem', text, advice: messages.correctSetting(settingsFiles()) }];
  }
  const found: Finding[] = [{ state: 'ok', text: messages.settingsValid(settingsFiles()) }];
  for (const check of checks) found.push(...(await check(config)));
  return found;
}

export const command: Command = { name: 'doctor', usage: messages.doctorUsage, main };
