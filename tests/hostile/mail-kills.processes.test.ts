import { expect, test } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { misbehaviorOf } from '../support/maildirs.ts';
import { runNewsletter } from './mail-run.ts';

onEachDatabase('a newsletter while both servers are killed', (kind) => {
  test('reaches every living address once, or says of which it is not known', {
    timeout: 300_000,
    retry: 0,
  }, async () => {
    const result = await runNewsletter(kind, { subscribers: 300, kills: 4, serverKills: 2, minutes: 4 });
    console.log(JSON.stringify({ ...result, copied: result.copied.length }));
    // Nothing is lost but what the server refused when our process died before it read the answer; the owner sees it.
    expect(result.missing.filter((address) => misbehaviorOf(address) !== 'refused')).toEqual([]);
    expect(result).toMatchObject({ kills: 4, serverKills: 2, repeated: [], wrong: [], lost: [] });
    expect(result.states.waiting ?? 0).toBe(0);
    // A second copy comes only from answers that were lost on the side of the other server.
    const unexplained = result.copied.filter((address) => misbehaviorOf(address) !== 'half');
    expect(unexplained.length).toBeLessThanOrEqual(result.serverKills * 4);
  });
});
