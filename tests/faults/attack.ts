import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { Client } from '../support/client.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { halfDone, heldBy } from './held.ts';
import { Writers } from './writers.ts';

export const writerCount = 16;

export type Place = { dataDir: string; databaseUrl: string | null };
export type Outcome = { lost: string[]; half: string[]; odd: string[]; acknowledged: number };

const environmentOf = ({ dataDir, databaseUrl }: Place): Record<string, string> => ({
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
  NODE_COMPILE_CACHE: join(tmpdir(), 'not-terrible-faults-cache'),
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
});

/** Writers at work, and `strike` again and again; in the end, what was lost. */
export async function underAttack(
  place: Place,
  times: number,
  strike: (server: RunningServer, restart: () => Promise<RunningServer>) => Promise<RunningServer>,
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
      // Until something was written, and then some moments more: every kill hits another place.
      const before = writers.acknowledged;
      while (writers.acknowledged < before + writerCount) await sleep(5);
      await sleep(Math.random() * 80);
      server = await strike(server, restart);
      writers.moveTo(server.url);
    }
    await writers.stop();
    const held = await heldBy(place);
    const { acknowledged, odd } = writers;
    return { lost: writers.lost(held), half: await halfDone(place), odd, acknowledged };
  } finally {
    await writers.stop();
    await server.dispose();
  }
}
