export type Results = {
  passed: number;
  failed: number;
  /** Tests of programs that this machine lacks; they are named. */
  skipped: number;
  /** Details to print below the counts. */
  notes: string[];
};

export const noResults: Results = { passed: 0, failed: 0, skipped: 0, notes: [] };

export const addResults = (a: Results, b: Results): Results => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  notes: [...a.notes, ...b.notes],
});

export type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
};

const without = ' [without ';

/** The name of a test that is skipped, because what it needs is missing on this machine (`test-with.ts`). */
export const nameWithout = (name: string, missing: readonly string[]): string =>
  `${name}${without}${missing.join(', ')}]`;

/** Skipped tests count as failed, unless they say what they lack; so do files that fail before their first test. */
export function countVitest(report: VitestReport): Results {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed');
  const failed = tests.filter(({ status }) => status === 'failed');
  const others = tests.filter((test) => !passed.includes(test) && !failed.includes(test));
  const lacking = others.filter(({ fullName }) => fullName.includes(without));
  const notRun = others.filter((test) => !lacking.includes(test));
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status === 'passed'),
  );
  return {
    passed: passed.length,
    failed: failed.length + notRun.length + broken.length,
    skipped: lacking.length,
    notes: [
      ...failed.map(({ fullName }) => `failed: ${fullName}`),
      ...lacking.map(({ fullName }) => `SKIPPED: ${fullName}`),
      ...notRun.map(({ fullName }) => `did not run: ${fullName}`),
      ...broken.map(({ name, message }) => `${name}: ${message}`),
    ],
  };
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: { title: string; file: string; tests: { status: string }[] }[];
};

export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites?: PlaywrightSuite[];
};

const namesIn = (suite: PlaywrightSuite, wanted: string): string[] => [
  ...(suite.specs ?? [])
    .filter(({ tests }) => tests.some(({ status }) => status === wanted))
    .map(({ title, file }) => `${file} › ${title}`),
  ...(suite.suites ?? []).flatMap((inner) => namesIn(inner, wanted)),
];

/** A test that passed on retry counts as passed but is named: a real browser on a busy machine fails now and then. */
export function countPlaywright({ stats, errors, suites = [] }: PlaywrightReport): Results {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped + errors.length,
    skipped: 0,
    notes: [
      ...suites.flatMap((suite) => namesIn(suite, 'unexpected')).map((name) => `failed: ${name}`),
      ...suites.flatMap((suite) => namesIn(suite, 'flaky')).map((name) => `passed only on retry: ${name}`),
      ...(stats.skipped > 0 ? [`did not run: ${stats.skipped}`] : []),
      ...errors.map(({ message }) => message ?? 'an error outside of the tests'),
    ],
  };
}

/** A failing exit code counts as a failure even if no test failed, and so does a run without tests. */
export function finish(results: Results, exitCode: number | null): Results {
  if (results.failed > 0) return results;
  const problem =
    exitCode !== 0 ? `ended with exit code ${exitCode}` : results.passed === 0 && 'executed no test';
  return problem ? { ...results, failed: 1, notes: [...results.notes, problem] } : results;
}
