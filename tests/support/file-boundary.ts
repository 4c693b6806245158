/**
 * Test files share a worker process and its modules, because loading the same modules again for each file took a quarter of
 * the CPU time of a run. This setup file runs before each test file and undoes what a file changes for the whole process.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, expect, vi } from 'vitest';
import { coveredFile } from './coverage.ts';
import { measureCpu } from './cpu.ts';

const { testPath } = expect.getState();
const env = { ...process.env };
const umask = process.umask();
const covered = await coveredFile(testPath);
const measured = measureCpu(testPath);

// `npm test` tries the same input each time; the deep group `hostile` tries other input each time.
if (process.env.TEST_SIZE !== 'full') fc.configureGlobal({ seed: 1 });

// A module that another file has loaded can no longer be mocked, and a mocked one must not reach the next file.
const replacesModules =
  testPath !== undefined && /\bvi\.(?:mock|doMock)\(/.test(readFileSync(testPath, 'utf8'));
if (replacesModules) vi.resetModules();

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  if (replacesModules) vi.resetModules();
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.umask(umask);
  measured();
  await covered();
});
