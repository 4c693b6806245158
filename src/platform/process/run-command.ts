import type { Config } from '../../config.ts';
import type { Blog } from '../blog.ts';
import type { OpenDatabase } from '../db/open.ts';
import { Problem } from '../http/problem.ts';
import type { JobKinds } from '../jobs/kinds.ts';
import { explainError } from '../log/explain-error.ts';
import type { Log } from '../log/log.ts';
import { helpOf } from '../messages/operator.ts';

/** What a command can open of the site that it is called for. */
export type Host = {
  openBlog(
    config: Config,
    log: Log,
    role?: 'standalone' | 'reader',
  ): Promise<{ blog: Blog; database: OpenDatabase }>;
  jobKinds(): Promise<JobKinds>;
  /** Only with exports. */
  staticCopy?(): Promise<(blog: Blog, folder: string) => Promise<unknown>>;
};

export type Command = {
  name: string;
  usage: string;
  /** Resolves with the exit code. */
  main(args: string[], host: Host): Promise<number>;
};

/** The exit code for arguments that the command does not understand, as of most programs. */
const wrongArguments = 2;

/** Sets the exit code that `main` resolves with; an error becomes one line for the operator and exit code 1. */
export async function runCommand({ name, usage, main }: Command, args: string[], host: Host): Promise<void> {
  if (asksForHelp(args)) console.log(usage);
  else process.exitCode = await main(args, host).catch((error) => explainFailure(name, error));
}

const asksForHelp = (args: string[]): boolean => {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h');
};

function explainFailure(name: string, error: unknown): number {
  const { code = '', message } = (error ?? {}) as NodeJS.ErrnoException;
  if (!code.startsWith('ERR_PARSE_ARGS_')) {
    console.error(error instanceof Problem ? message : explainError(error));
    return 1;
  }
  // The rest explains Node's rules for arguments.
  const [problem] = message.split(/\.\s|\n/, 1);
  console.error(`${problem}. ${helpOf(name)}`);
  return wrongArguments;
}

/** Prints how a command is used, because its arguments are wrong. */
export function printUsage(usage: string): number {
  console.error(usage);
  return wrongArguments;
}
