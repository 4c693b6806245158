import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDatabase } from '../support/databases.ts';
import { report } from '../support/size.ts';
import { kill, loseNothingOn } from './kills.ts';
import { writesUnderFaults } from './writes-under-faults.ts';

const lateCommits = join(import.meta.dirname, 'late-commits.ts');

loseNothingOn('sqlite');

test('control: a server that responds before it commits loses acknowledged writes', async () => {
  const database = await temporaryDatabase('sqlite');
  try {
    const { acknowledged, lost } = await writesUnderFaults(database.config, 3, kill, lateCommits);
    report(`control: 3 kills, ${acknowledged} writes acknowledged, ${lost.length} lost`);
    expect(lost.length).toBeGreaterThan(0);
  } finally {
    await database.dispose();
  }
}, 600_000);
