import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onEachDatabase, temporaryDatabase } from '../support/databases.ts';
import type { RunningServer } from '../support/server.ts';
import { underAttack, writerCount } from './attack.ts';
import { report, size } from './size.ts';

const kills = size(2, 200);
const lateCommits = join(import.meta.dirname, 'late-commits.ts');

const kill = async (server: RunningServer, restart: () => Promise<RunningServer>) => {
  await server.kill9();
  await server.dispose();
  return restart();
};

onEachDatabase(`${kills} kills under ${writerCount} writers`, (kind) => {
  test('lose nothing that was acknowledged, and leave nothing half-done', async () => {
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
  }, 540_000);
});

test('control: a server that answers before it commits loses what it acknowledged', async () => {
  const database = await temporaryDatabase('sqlite');
  try {
    const { acknowledged, lost } = await underAttack(database.config, 3, kill, lateCommits);
    report(`control: 3 kills, ${acknowledged} writes acknowledged, ${lost.length} lost`);
    expect(lost.length).toBeGreaterThan(0);
  } finally {
    await database.dispose();
  }
}, 120_000);
