import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';

export type Ended = { code: number | null; output: string };
type Options = {
  cwd: string;
  show: 'live' | 'quiet';
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  /** Of the scheduler of the operating system: 19 for what may wait longest. */
  niceness?: number;
};

/** Runs a command until it exits, and kills any process that it leaves behind. */
export function runCommand(
  [program = '', ...args]: string[],
  { cwd, show, env, signal, niceness = 0 }: Options,
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: env ?? process.env,
      stdio: show === 'live' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      // A process group of its own, so that it can be killed with all its workers.
      detached: process.platform !== 'win32',
    });
    if (niceness > 0 && child.pid !== undefined) lowerPriority(child.pid, niceness);
    const end = () => killGroup(child);
    signal?.addEventListener('abort', end);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('exit', end);
    child.once('close', (code) => {
      signal?.removeEventListener('abort', end);
      resolve({ code, output });
    });
  });
}

/** Before the command starts processes of its own, which inherit it. */
function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // The command has ended, or the run has a lower priority already.
  }
}

function killGroup(leader: ChildProcess): void {
  if (leader.pid === undefined) return;
  if (process.platform === 'win32') leader.kill();
  else {
    try {
      process.kill(-leader.pid, 'SIGKILL');
    } catch {
      // No process of the group is left.
    }
  }
}
