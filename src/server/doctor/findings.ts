import type { Config } from '../../config.ts';
import { features } from '../../modules/features.ts';
import type { Finding } from '../../platform/findings.ts';
import { checkClock, checkDataFolder, checkDisk, checkNode, checkSiteUrl } from './checks.ts';
import { checkDatabase, storedSettings } from './database.ts';
import { checkRequests } from './requests.ts';
import { checkImageStore, checkMail, checkOwner } from './services.ts';

const ofFeatures = async (config: Config): Promise<Finding[]> => {
  const asked = features.map(({ findings }) => findings?.(config, (names) => storedSettings(config, names)));
  return (await Promise.all(asked)).flatMap((found = []) => found);
};

const checks: ((config: Config) => Finding[] | Promise<Finding[]>)[] = [
  () => [checkNode()],
  checkDataFolder,
  checkDisk,
  checkDatabase,
  checkOwner,
  checkImageStore,
  ofFeatures,
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
