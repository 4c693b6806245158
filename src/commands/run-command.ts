import { explainError } from '../operator/explain-error.ts';

/** Sets the exit code that `main` resolves with; an error becomes one line for the operator and exit code 1. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  process.exitCode = await main().catch((error) => {
    console.error(explainError(error));
    return 1;
  });
}

/** Prints how a command is used: because it was asked to, or because its arguments are wrong. */
export function printUsage(usage: string, isHelp = false): number {
  console[isHelp ? 'log' : 'error'](usage);
  return isHelp ? 0 : 1;
}
