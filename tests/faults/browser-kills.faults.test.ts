import { expect, test } from 'vitest';
import { report } from '../support/size.ts';
import { browserKills, circumstances, median, type Outcome, postKinds, type Run } from './browser-kills.ts';

const kills = 50;
/** The most typing that may be lost, in milliseconds. */
const limits = { online: 1_000, offline: 3_000, 'server killed': 3_000 };

const runs: Run[] = Array.from({ length: kills }, (_, run) => ({
  post: postKinds[run % 3] ?? 'new',
  circumstance: run % 10 === 9 ? 'server killed' : run % 2 === 0 ? 'online' : 'offline',
}));

test(`${kills} kills of the browser while typing lose at most a second of it, or three without a connection`, async () => {
  const outcomes = await browserKills(runs, ({ post, circumstance, lostMs, lostKeys, typedKeys, isIntact }) =>
    report(
      `${post}, ${circumstance}: ${lostKeys} of ${typedKeys} keys, ${lostMs} ms lost${isIntact ? '' : ', NOT INTACT'}`,
    ),
  );
  for (const circumstance of circumstances) {
    const lost = outcomes
      .filter((outcome) => outcome.circumstance === circumstance)
      .map(({ lostMs }) => lostMs);
    report(
      `${circumstance}: ${lost.length} kills, median ${median(lost)} ms, maximum ${Math.max(...lost)} ms lost`,
    );
  }
  const tooMuch = (outcome: Outcome) => outcome.lostMs > limits[outcome.circumstance] || !outcome.isIntact;
  expect(outcomes.filter(tooMuch)).toEqual([]);
  expect(outcomes).toHaveLength(kills);
}, 3_000_000);
