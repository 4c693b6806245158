import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let built: string | null | undefined;

/** Builds what stands between a process and its disk; null where there is no C compiler, or no Linux. */
export function shim(): string | null {
  if (built !== undefined) return built;
  built = null;
  if (process.platform !== 'linux') return built;
  const library = join(mkdtempSync(join(tmpdir(), 'not-terrible-shim-')), 'shim.so');
  try {
    const source = join(import.meta.dirname, 'shim.c');
    execFileSync('cc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread'], {
      stdio: 'pipe',
    });
    built = library;
  } catch {
    // No compiler here.
  }
  return built;
}

export const noShim = 'left out: this needs Linux and a C compiler (cc)';

export type Fault = 'none' | 'error on flush' | 'readonly' | 'full';

/** A disk that fails on demand: what the process gets in its environment, and the switch. */
export function failingDisk(library: string, folder: string, switchFile: string) {
  return {
    env: { LD_PRELOAD: library, SHIM_FOLDER: folder, SHIM_MODE: switchFile },
    set: (fault: Fault) => writeFile(switchFile, fault === 'none' ? '' : fault),
  };
}
