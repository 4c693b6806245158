import { isIPv6 } from 'node:net';
import { parseArgs } from 'node:util';
import { environment, readConfig } from '../config.ts';
import * as messages from '../platform/messages/cli.ts';
import type { Command } from '../platform/process/run-command.ts';

/** Longer than the site waits for its database. */
const timeoutMs = 5_000;

/** For health checks of containers, which run it every few seconds: it imports little. */
export async function main(args: string[]): Promise<number> {
  parseArgs({ args });
  let url = '/readyz';
  try {
    url = readinessUrl(readConfig(environment()));
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    const answer = (await response.text()).trim().slice(0, 200);
    if (response.status !== 200) throw new Error(`${response.status}, ${answer}`);
    console.log(messages.isHealthy(url));
    return 0;
  } catch (error) {
    const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
    console.error(messages.notHealthy(url, cause?.code ?? message));
    return 1;
  }
}

/** The site listens on HOST, which may stand for all addresses of this machine. */
export function readinessUrl({ host, port }: { host: string; port: number }): string {
  const asked = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${isIPv6(asked) ? `[${asked}]` : asked}:${port}/readyz`;
}

export const command: Command = { name: 'health', usage: messages.healthUsage, main };
