import { parseArgs } from 'node:util';
import { startUsage } from '../platform/messages/cli.ts';
import type { Command } from '../platform/process/run-command.ts';

/** Loading the program of the server starts it. */
async function main(args: string[]): Promise<number> {
  parseArgs({ args });
  await import('../main.ts');
  return 0;
}

export const command: Command = { name: 'start', usage: startUsage, main };
