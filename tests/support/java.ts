import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { aptInstall, findOnPath, isExecutable } from './machine.ts';

const oldestUsable = 11;

export class JavaMissingError extends Error {
  override name = 'JavaMissingError';
}

/** The Java that runs the HTML checker: an installed one, or else one that can be installed. */
export async function findJava(): Promise<string> {
  const java = installedJava() ?? (aptInstall('default-jre-headless') ? installedJava() : undefined);
  if (java) return java;
  return downloadedJava().catch((cause: unknown) => {
    throw new JavaMissingError(
      `The HTML checker needs Java ${oldestUsable} or newer, none was found and none could be installed: install one, or set JAVA_HOME.`,
      { cause },
    );
  });
}

function downloadedJava(): Promise<string> {
  const require = createRequire(import.meta.url);
  const { resolveJava } = require('vnu-jar/vnu-java-downloader.js') as { resolveJava(): Promise<string> };
  return resolveJava();
}

function installedJava(): string | undefined {
  const home = process.env.JAVA_HOME;
  const program = process.platform === 'win32' ? 'java.exe' : 'java';
  return [home && join(home, 'bin', program), findOnPath('java')].find(
    (file) => file && isExecutable(file) && versionOf(file) >= oldestUsable,
  );
}

function versionOf(java: string): number {
  const { stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
}
