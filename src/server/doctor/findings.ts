import type { Config } from '../../config.ts';
import type { Finding } from '../../platform/findings.ts';
import { checkClock, checkDataFolder, checkDisk, checkNode, checkSiteUrl } from './checks.ts';
import { checkDatabase } from './database.ts';
import { checkRequests } from './requests.ts';
import { checkBackups, checkImageStore, checkMail, checkOwner } from './services.ts';

const checks: ((config: Config) => Finding[] | Promise<Finding[]>)[] = [
  () => [checkNode()],
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

export async function findings(config: Config): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const check of checks) found.push(...(await check(config)));
  return found;
}
