import { expect, test } from 'vitest';
import { type DatabaseKind, temporaryDatabase } from '../support/databases.ts';
import type { RunningServer } from '../support/server.ts';
import { report, size } from '../support/size.ts';
import { writerCount, writesUnderFaults } from './writes-under-faults.ts';

const kills = size(2, 200);

export const kill = async (server: RunningServer, restart: () => Promise<RunningServer>) => {
  await server.kill9();
  await server.dispose();
  return restart();
};

/** Each database has its own test file, so that both run in parallel. */
export function loseNothingOn(kind: DatabaseKind): void {
  test(
    `${kills} kills (SIGKILL) during writes of ${writerCount} clients lose no acknowledged write and leave no partial write (${kind})`,
    async () => {
      const database = await temporaryDatabase(kind);
      const begin = performance.now();
      try {
        const { acknowledged, ...found } = await writesUnderFaults(database.config, kills, kill);
        report(
          `${kind}: ${kills} kills in ${((performance.now() - begin) / 1000).toFixed(0)} s, ${acknowledged} writes acknowledged, ${found.lost.length} lost`,
        );
        expect(found).toEqual({ lost: [], half: [], unexpected: [] });
        expect(acknowledged).toBeGreaterThan(kills * writerCount);
      } finally {
        await database.dispose();
      }
    },
    kills * 60_000,
  );
}
