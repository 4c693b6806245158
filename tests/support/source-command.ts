import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The environment of a command that a test runs from src, without local settings.
 * Compiled modules are cached in one folder, so that only the first command of a run compiles them.
 */
export const commandEnv = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'not-terrible-compiled'),
});
