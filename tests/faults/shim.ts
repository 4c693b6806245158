import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let built: string | undefined;

/** Compiles shim.c, which intercepts the file operations of a process. */
export function shim(): string {
  if (built !== undefined) return built;
  const library = join(mkdtempSync(join(tmpdir(), 'not-terrible-shim-')), 'shim.so');
  const source = join(import.meta.dirname, 'shim.c');
  try {
    if (process.platform !== 'linux') throw new Error(`This is ${process.platform}.`);
    execFileSync('cc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread'], {
      stdio: 'pipe',
    });
  } catch (cause) {
    throw new Error(
      'This test intercepts file operations of a process. Run it on Linux with a C compiler (cc).',
      { cause },
    );
  }
  built = library;
  return library;
}

export type Fault = 'none' | 'error on flush' | 'readonly' | 'full';

/** A disk that fails on demand: the environment for the process, and a function that sets the fault. */
export function failingDisk(library: string, folder: string, switchFile: string) {
  return {
    env: { LD_PRELOAD: library, SHIM_FOLDER: folder, SHIM_MODE: switchFile },
    set: (fault: Fault) => writeFile(switchFile, fault === 'none' ? '' : fault),
  };
}
