export type Results = {
  passed: number;
  failed: number;
  /** What the runner itself does not show as a failure, but is one here. */
  notes: string[];
};

export type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
};

/** A test that did not run has not passed, and neither has a file that broke before its first test. */
export function countVitest(report: VitestReport): Results {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed');
  const failed = tests.filter(({ status }) => status === 'failed');
  const notRun = tests.filter((test) => !passed.includes(test) && !failed.includes(test));
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status === 'passed'),
  );
  return {
    passed: passed.length,
    failed: failed.length + notRun.length + broken.length,
    notes: [
      ...notRun.map(({ fullName }) => `did not run: ${fullName}`),
      ...broken.map(({ name, message }) => `${name}: ${message}`),
    ],
  };
}

export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
};

export function countPlaywright({ stats, errors }: PlaywrightReport): Results {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    notes: [
      ...(stats.flaky > 0 ? [`passed only at a second try: ${stats.flaky}`] : []),
      ...(stats.skipped > 0 ? [`did not run: ${stats.skipped}`] : []),
      ...errors.map(({ message }) => message ?? 'an error outside of the tests'),
    ],
  };
}

/** The exit code has the last word, and a runner that ran nothing has proved nothing. */
export function settle(results: Results, exitCode: number | null): Results {
  const { passed, failed, notes } = results;
  if (failed > 0) return results;
  if (exitCode !== 0) return { passed, failed: 1, notes: [...notes, `ended with exit code ${exitCode}`] };
  if (passed === 0) return { passed, failed: 1, notes: [...notes, 'executed no test'] };
  return results;
}
