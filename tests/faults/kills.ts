import { expect, test } from 'vitest';
import { type DatabaseKind, temporaryDatabase } from '../support/databases.ts';
import type { RunningServer } from '../support/server.ts';
import { underAttack, writerCount } from './attack.ts';
import { report, size } from './size.ts';

const kills = size(2, 200);

export const kill = async (server: RunningServer, restart: () => Promise<RunningServer>) => {
  await server.kill9();
  await server.dispose();
  return restart();
};

/** Each database has a file of its own, so that both are under attack at the same time. */
export function loseNothingOn(kind: DatabaseKind): void {
  test(`${kills} kills under ${writerCount} writers lose nothing that was acknowledged, and leave nothing half-done (${kind})`, async () => {
    const database = await temporaryDatabase(kind);
    const begin = performance.now();
    try {
      const { acknowledged, ...found } = await underAttack(database.config, kills, kill);
      report(
        `${kind}: ${kills} kills in ${((performance.now() - begin) / 1000).toFixed(0)} s, ${acknowledged} writes acknowledged, ${found.lost.length} lost`,
      );
      expect(found).toEqual({ lost: [], half: [], odd: [] });
      expect(acknowledged).toBeGreaterThan(kills * writerCount);
    } finally {
      await database.dispose();
    }
  }, 1_500_000);
}
