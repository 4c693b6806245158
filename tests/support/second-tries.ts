import type { Reporter, TestCase } from 'vitest/node';

/** Names each test that passed only at its second try, so that none does so unnoticed. */
export default class SecondTries implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0)
      console.log(`passed only at the second try: ${test.module.relativeModuleId} › ${test.fullName}`);
  }
}
