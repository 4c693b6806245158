import { expect, test } from 'vitest';
import { misbehaviorOf } from '../support/maildirs.ts';
import { runNewsletter } from './mail-run.ts';

// On one database, because starting both servers thirty times takes minutes; the group `processes` kills them a few times on each.
test('a newsletter reaches 5,000 subscribers once while both servers are killed', {
  timeout: 1_800_000,
  retry: 0,
}, async () => {
  const run = { subscribers: 5_000, kills: 20, serverKills: 10, minutes: 25 };
  const result = await runNewsletter('sqlite', run);
  console.log(JSON.stringify({ ...result, copied: result.copied.length }));
  // Nothing is lost but what the server refused when our process died before it read the answer; the owner sees it.
  expect(result.missing.filter((address) => misbehaviorOf(address) !== 'refused')).toEqual([]);
  expect(result).toMatchObject({ kills: 20, serverKills: 10, repeated: [], wrong: [], lost: [] });
  expect(result.states.waiting ?? 0).toBe(0);
  // A second copy comes only from answers that were lost on the side of the other server.
  const unexplained = result.copied.filter((address) => misbehaviorOf(address) !== 'half');
  expect(unexplained.length).toBeLessThanOrEqual(result.serverKills * 4);
});
