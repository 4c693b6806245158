import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from './command.ts';

const root = join(import.meta.dirname, '../..');

/** Both files expect a clean process and then change it, so the second one fails if a change persists. */
const changing = `
  import { expect, test, vi } from 'vitest';
  import { used } from './user.mjs';
  test('finds a clean process', () => {
    expect([process.env.LEFT_BEHIND, process.env.HOME !== 'changed']).toEqual([undefined, true]);
    expect(process.umask()).not.toBe(0o077);
    expect(vi.isFakeTimers()).toBe(false);
    expect(vi.isMockFunction(JSON.parse)).toBe(false);
    expect(vi.isMockFunction(used())).toBe(MOCKED);
  });
  test('changes it', () => {
    process.env.LEFT_BEHIND = process.env.HOME = 'changed';
    process.umask(0o077);
    vi.useFakeTimers();
    vi.spyOn(JSON, 'parse');
  });`;

/** A nested runner must not inherit the variables that mark it as a worker of this one. */
const withoutRunner = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST_(WORKER|CPU|COVERAGE))/.test(name)),
  );

test('a test file starts in a clean state, although files share a process', async () => {
  await mkdir(join(root, 'test-results'), { recursive: true });
  const folder = await mkdtemp(join(root, 'test-results/boundary-'));
  try {
    const plain = changing.replace('MOCKED', 'false');
    const mocking = `${changing.replace('MOCKED', 'true')}\nvi.mock('./answer.mjs', { spy: true });`;
    const config = {
      isolate: false,
      maxWorkers: 1,
      setupFiles: join(import.meta.dirname, 'file-boundary.ts'),
    };
    await writeFile(join(folder, 'answer.mjs'), 'export const answer = () => 42;');
    await writeFile(
      join(folder, 'user.mjs'),
      `import { answer } from './answer.mjs'; export const used = () => answer;`,
    );
    // Smaller files run later, so the mocking file runs between two others.
    await writeFile(join(folder, 'first.test.mjs'), plain + ' '.repeat(2_000));
    await writeFile(join(folder, 'second.test.mjs'), mocking + ' '.repeat(1_000));
    await writeFile(join(folder, 'third.test.mjs'), plain);
    await writeFile(join(folder, 'vitest.config.mjs'), `export default { test: ${JSON.stringify(config)} };`);
    const { code, output } = await runCommand(
      [process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=verbose'],
      { cwd: folder, show: 'quiet', env: withoutRunner() },
    );
    expect(output).toMatch(/6 passed/);
    expect(code).toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
