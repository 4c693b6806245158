import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { Client } from '../support/client.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { inconsistencies, storedData } from './stored-data.ts';
import { Writers } from './writers.ts';

export const writerCount = 16;

export type Place = { dataDir: string; databaseUrl: string | null };
export type Outcome = { lost: string[]; half: string[]; unexpected: string[]; acknowledged: number };

const environmentOf = ({ dataDir, databaseUrl }: Place): Record<string, string> => ({
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
  NODE_COMPILE_CACHE: join(tmpdir(), 'not-terrible-faults-cache'),
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
});

/** Injects faults while clients write, and returns which acknowledged writes were lost. */
export async function writesUnderFaults(
  place: Place,
  times: number,
  injectFault: (server: RunningServer, restart: () => Promise<RunningServer>) => Promise<RunningServer>,
  script?: string,
): Promise<Outcome> {
  const restart = () => startServer({ env: environmentOf(place), ...(script ? { script } : {}) });
  let server = await restart();
  const admin = new Client(server.url);
  expect((await admin.login()).status).toBe(200);
  const writers = new Writers(writerCount, admin);
  try {
    writers.start();
    for (let time = 1; time <= times; time++) {
      // Wait for some writes and then a random time, so that each fault hits another point.
      const before = writers.acknowledged;
      while (writers.acknowledged < before + writerCount) await sleep(5);
      await sleep(Math.random() * 80);
      server = await injectFault(server, restart);
      writers.moveTo(server.url);
    }
    await writers.stop();
    const held = await storedData(place);
    const { acknowledged, unexpected } = writers;
    return { lost: writers.lost(held), half: await inconsistencies(place), unexpected, acknowledged };
  } finally {
    await writers.stop();
    await server.dispose();
  }
}
