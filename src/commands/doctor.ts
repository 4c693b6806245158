import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, environment, readConfig } from '../config.ts';
import type { Finding } from '../platform/findings.ts';
import { explainError } from '../platform/log/explain-error.ts';
import type { Command } from '../platform/process/run-command.ts';
import { checkNode } from '../server/doctor/checks.ts';
import { withStoredConnections } from '../server/doctor/database.ts';
import { findings } from '../server/doctor/findings.ts';
import * as messages from '../server/doctor/messages.ts';

async function main(args: string[]): Promise<number> {
  parseArgs({ args });
  const found = await findingsOfSettings();
  for (const { state, text, advice } of found) {
    console.log(`${messages.states[state]}  ${text}`);
    if (advice) console.log(`         ${advice}`);
  }
  const count = (state: Finding['state']) => found.filter((finding) => finding.state === state).length;
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
    return [checkNode(), { state: 'problem', text, advice: messages.correctSetting(settingsFiles()) }];
  }
  return [{ state: 'ok', text: messages.settingsValid(settingsFiles()) }, ...(await findings(config))];
}

export const command: Command = { name: 'doctor', usage: messages.doctorUsage, main };
