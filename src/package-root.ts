import { findPackageJSON } from 'node:module';
import path from 'node:path';

/** The folder of package.json, for code that runs from `src` as well as bundled into `dist`. */
export const packageRoot = path.dirname(findPackageJSON('..', import.meta.url) ?? import.meta.dirname);
