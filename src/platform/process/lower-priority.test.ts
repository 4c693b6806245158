import { execFileSync } from 'node:child_process';
import { constants } from 'node:os';
import { expect, test } from 'vitest';

test.runIf(process.platform === 'linux')('all threads of a process get the lower priority', () => {
  const program = `
    import { readdirSync } from 'node:fs';
    import { getPriority } from 'node:os';
    import { lowerPriority } from ${JSON.stringify(new URL('lower-priority.ts', import.meta.url).href)};
    lowerPriority();
    console.log(readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread))).join());`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  const priorities = printed.trim().split(',').map(Number);
  expect(priorities.length).toBeGreaterThan(1);
  expect(new Set(priorities)).toEqual(new Set([constants.priority.PRIORITY_BELOW_NORMAL]));
});
