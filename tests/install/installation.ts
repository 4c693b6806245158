import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { npmEnvironment } from '../../tools/release/npm-environment.ts';

export type Ended = { code: number | null; output: string };

export const systemNode = (): string =>
  execFileSync('node', ['--version'], { env: npmEnvironment(), encoding: 'utf8' }).trim();

export function npm(cwd: string, ...args: string[]): string {
  mkdirSync(cwd, { recursive: true });
  return execFileSync('npm', args, { cwd, env: npmEnvironment(), encoding: 'utf8', stdio: 'pipe' });
}

/** The site of an owner: a folder, the installed program, and a user who may not write into the program where that can be had. */
export class Installation {
  readonly #program: string;
  readonly folder: string;
  readonly #user: { uid?: number; gid?: number };

  constructor(program: string, folder: string) {
    this.#program = program;
    this.folder = folder;
    const nobody = 65_534;
    this.#user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
    mkdirSync(folder, { recursive: true });
    if (this.#user.uid !== undefined) chownSync(folder, nobody, nobody);
  }

  #spawn(args: string[], env: Record<string, string> = {}) {
    const child = spawn(this.#program, args, {
      cwd: this.folder,
      env: { PATH: npmEnvironment().PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...this.#user,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    return { child, output: () => output };
  }

  async run(...args: string[]): Promise<Ended> {
    const { child, output } = this.#spawn(args);
    const [code] = await once(child, 'close');
    return { code, output: output() };
  }

  /** Starts a server and kills it as soon as it prints the text. */
  async killWhen(text: string, env: Record<string, string>): Promise<void> {
    const { child, output } = this.#spawn(['start'], env);
    const ended = once(child, 'close');
    while (!output().includes(text)) {
      if (child.exitCode !== null) throw new Error(`The site ended before "${text}":\n${output()}`);
      await wait(50);
    }
    // The launcher ends as the server does.
    const server = execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' });
    process.kill(Number(server), 'SIGKILL');
    await ended;
  }

  /** Starts a server and waits until it answers. */
  async start(...args: string[]) {
    const { child, output } = this.#spawn(args);
    const ended = once(child, 'close');
    onTestFinished(() => void child.kill('SIGTERM'));
    const stop = async (): Promise<number | null> => {
      child.kill('SIGTERM');
      const [code] = await ended;
      return code;
    };
    for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
      const url = /http:\/\/localhost:\d+/.exec(output())?.[0];
      if (url && (await fetch(`${url}/readyz`).catch(() => null))?.ok) return { url, output, stop };
      await wait(100);
    }
    child.kill('SIGKILL');
    throw new Error(`The site did not start:\n${output()}`);
  }
}
