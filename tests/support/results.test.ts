import { describe, expect, test } from 'vitest';
import { countPlaywright, countVitest, finish, nameWithout, noResults } from './results.ts';

const file = (status: string, ...statuses: string[]) => ({
  name: 'some.test.ts',
  status,
  message: 'broken',
  assertionResults: statuses.map((status) => ({ fullName: `a ${status} test`, status })),
});

describe('countVitest', () => {
  test('counts passed and failed tests', () => {
    const testResults = [file('passed', 'passed', 'passed'), file('failed', 'failed', 'passed')];
    expect(countVitest({ testResults })).toEqual({
      passed: 3,
      failed: 1,
      skipped: 0,
      notes: ['failed: a failed test'],
    });
  });

  test('names skipped tests that need what this machine lacks, and counts them apart', () => {
    const lacking = { fullName: nameWithout('builds every post', ['hugo', 'ruby']), status: 'skipped' };
    const results = { ...file('passed', 'passed'), assertionResults: [lacking] };
    expect(countVitest({ testResults: [file('passed', 'passed'), results] })).toEqual({
      passed: 1,
      failed: 0,
      skipped: 1,
      notes: ['SKIPPED: builds every post [without hugo, ruby]'],
    });
  });

  test.each(['skipped', 'pending', 'todo', 'disabled'])('counts a %s test as failed', (status) => {
    expect(countVitest({ testResults: [file('passed', 'passed', status)] })).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      notes: [`did not run: a ${status} test`],
    });
  });

  test('counts a file that fails outside its tests as failed', () => {
    const broken = { failed: 1, skipped: 0, notes: ['some.test.ts: broken'] };
    expect(countVitest({ testResults: [file('failed')] })).toEqual({ passed: 0, ...broken });
    expect(countVitest({ testResults: [file('failed', 'passed')] })).toEqual({ passed: 1, ...broken });
  });
});

describe('countPlaywright', () => {
  test('counts skipped and failed tests as failed, and names tests that passed on retry', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] });
    const suites = [
      {
        suites: [{ specs: [spec('shaky', 'flaky'), spec('firm', 'expected'), spec('broken', 'unexpected')] }],
      },
    ];
    expect(countPlaywright({ stats, errors: [{ message: 'no such file' }], suites })).toEqual({
      passed: 6,
      failed: 4,
      skipped: 0,
      notes: [
        'failed: a.spec.ts › broken',
        'passed only on retry: a.spec.ts › shaky',
        'did not run: 2',
        'no such file',
      ],
    });
  });
});

describe('finish', () => {
  const green = { ...noResults, passed: 2 };

  test('does not change a successful result', () => {
    expect(finish(green, 0)).toEqual(green);
  });

  test.each([1, null])('counts exit code %s without a failed test as a failure', (code) => {
    expect(finish(green, code)).toEqual({ ...green, failed: 1, notes: [`ended with exit code ${code}`] });
  });

  test('counts a run without tests as a failure', () => {
    expect(finish(noResults, 0)).toMatchObject({
      failed: 1,
      notes: ['executed no test'],
    });
  });

  test('does not count failed tests twice', () => {
    const red = { ...noResults, failed: 3 };
    expect(finish(red, 1)).toEqual(red);
  });
});
