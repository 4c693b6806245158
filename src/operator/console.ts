import * as messages from '../messages/operator.ts';
import { explainError } from './explain-error.ts';

type Started = {
  url: string;
  databaseLocation: string;
  created: { username: string; password: string; random: boolean } | undefined;
};

export function printStarted(
  { url, databaseLocation, created }: Started,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null },
): void {
  console.log(messages.siteRunning(url));
  console.log(messages.dataLocation(databaseUrl === null ? dataDir : `${dataDir} and ${databaseLocation}`));
  console.log(created?.random ? messages.firstSignIn(url, created) : messages.signInAt(url));
}

export function exitWithError(error: unknown): never {
  console.error(explainError(error));
  process.exit(1);
}
