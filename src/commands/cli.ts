import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as messages from '../platform/messages/cli.ts';
import { requireNode } from '../platform/process/node-version.ts';

requireNode(26);

/** The program of an installed package: `not-terrible COMMAND`. In a clone of the project each command is an npm script. */
const commands: Record<string, { summary: string; load(): Promise<{ command: Command }> }> = {
  start: { summary: 'start the site; the default', load: () => import('./start.ts') },
  demo: { summary: 'start a site with content, to try everything out', load: () => import('./demo.ts') },
  doctor: { summary: 'check this installation and say what to do', load: () => import('./doctor.ts') },
  health: { summary: 'ask the running site whether it can serve', load: () => import('./health.ts') },
  backup: {
    summary: 'write the whole site into one file',
    load: () => import('../features/backup/commands/backup.ts'),
  },
  restore: {
    summary: 'restore a backup into an empty folder',
    load: () => import('../features/backup/commands/restore.ts'),
  },
  export: {
    summary: 'write all content for other programs',
    load: () => import('../features/export/command.ts'),
  },
  publish: {
    summary: 'write the public site where PUBLISH_TO says',
    load: () => import('../features/publish/command.ts'),
  },
  import: { summary: 'import another blog', load: () => import('../features/import/command.ts') },
  move: {
    summary: 'copy the site to another database or image store',
    load: () => import('../features/backup/commands/move.ts'),
  },
  admin: {
    summary: 'reset a lost password or second factor',
    load: () => import('../core/accounts/command.ts'),
  },
  images: {
    summary: 'rebuild, sweep or claim image files',
    load: () => import('../core/posts/images/command.ts'),
  },
};

// Only types: the modules of commands are loaded when they are needed.
type Command = import('../platform/process/run-command.ts').Command;
type Host = import('../platform/process/run-command.ts').Host;

const host: Host = {
  openBlog: async (...args) => (await import('../server/open-blog.ts')).openBlog(...args),
  jobKinds: async () => (await import('../modules/jobs.ts')).jobKinds,
  staticCopy: async () => (await import('../features/export/static-copy.ts')).writeStaticFolder,
};

const summaries = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);

async function main([first = 'start', ...rest]: string[]): Promise<void> {
  if (first === '--version' || first === '-v') return console.log(`not-terrible ${await version()}`);
  if (first === '--help' || first === '-h' || (first === 'help' && rest.length === 0))
    return console.log(messages.programHelp(summaries, await settings()));
  const [name, args] = first === 'help' ? [rest[0] ?? '', ['--help']] : [first, rest];
  // Not through runCommand, which loads much of the server: before the compile cache is enabled, and every few seconds.
  if (name === 'start' && args.length === 0) return void (await import('../main.ts'));
  if (name === 'health' && args.length === 0) {
    process.exitCode = await (await import('./health.ts')).main(args);
    return;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    console.error(
      name.startsWith('-')
        ? messages.unknownOption(name)
        : messages.unknownCommand(name, mostSimilar(name, Object.keys(commands))),
    );
    process.exitCode = 2;
    return;
  }
  const { runCommand } = await import('../platform/process/run-command.ts');
  await runCommand((await command.load()).command, args, host);
}

const version = async (): Promise<string> => JSON.parse(await packageFile('package.json')).version;

/** All settings with their explanations, without the first paragraph, which is about the file. */
async function settings(): Promise<string> {
  const text = await packageFile('.env.example');
  return text
    .slice(text.indexOf('\n\n') + 2)
    .replaceAll(/^#(?=[A-Z])/gm, '')
    .trimEnd();
}

async function packageFile(name: string): Promise<string> {
  const { packageRoot } = await import('../platform/process/package-root.ts');
  return readFileSync(path.join(packageRoot, name), 'utf8');
}

/** The name that takes the fewest edits to get to, unless that is most of it. */
function mostSimilar(given: string, names: readonly string[]): string | null {
  const [best] = names
    .map((name) => ({ name, edits: editDistance(given.slice(0, 20).toLowerCase(), name) }))
    .sort((a, b) => a.edits - b.edits);
  return best && best.edits <= Math.min(3, best.name.length / 2) ? best.name : null;
}

/** Levenshtein's distance. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++)
      next.push(
        Math.min(
          (row[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (row[column - 1] ?? 0) + (character === to[column - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

await main(process.argv.slice(2));
