import type { Config } from '../../config.ts';
import * as messages from '../messages/operator.ts';
import { explainError } from './explain-error.ts';

type Started = {
  url: string;
  databaseLocation: string;
  claimPath: string | null;
};

export function printStarted(
  { url, databaseLocation, claimPath }: Started,
  { dataDir, databaseUrl, siteUrl }: Pick<Config, 'dataDir' | 'databaseUrl' | 'siteUrl'>,
  claimAt: (url: string) => string,
): void {
  console.log(messages.siteRunning(url));
  console.log(messages.dataLocation(databaseUrl === null ? dataDir : `${dataDir} and ${databaseLocation}`));
  console.log(claimPath === null ? messages.signInAt(url) : claimAt((siteUrl ?? url) + claimPath));
}

export function exitWithError(error: unknown): never {
  console.error(explainError(error));
  process.exit(1);
}
