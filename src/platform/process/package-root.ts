import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';

/** The folder of package.json, for code that runs from `src` as well as bundled into `dist`. */
export const packageRoot = path.dirname(findPackageJSON('..', import.meta.url) ?? import.meta.dirname);

/** Of this program. */
export const { version } = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as {
  version: string;
};

const isBuilt = !import.meta.filename.endsWith('.ts');

/**
 * The file of a program that runs in a child process or worker thread, given by its path in `src` without `.ts`. A server that
 * runs from its sources starts it from them as well; an installed package has no sources.
 */
export const programFile = (source: string): string =>
  isBuilt
    ? path.join(packageRoot, 'dist/server', `${path.basename(source)}.js`)
    : path.join(packageRoot, 'src', `${source}.ts`);

/** A file or folder of `src` that is read at run time. The build copies what `server-build.ts` lists. */
export const resourceFile = (source: string): string =>
  path.join(packageRoot, isBuilt ? 'dist/resources' : 'src', source);
