import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The environment of a command that a test starts from its sources: none of the settings of the person who runs the tests.
 * Compiled modules are cached in one folder, so that only the first command of a run compiles them.
 */
export const commandEnv = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'not-terrible-compiled'),
});
