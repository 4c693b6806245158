import { findPackageJSON } from 'node:module';
import path from 'node:path';

/** The folder of the project, wherever this code lies: in `src`, or built into one file with the rest of the server. */
export const home = path.dirname(findPackageJSON('..', import.meta.url) ?? import.meta.dirname);
