import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../process/package-root.ts';

const { version } = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as {
  version: string;
};

/** The User-Agent header of every outgoing request. */
export const userAgent = `NotTerrible/${version}`;
