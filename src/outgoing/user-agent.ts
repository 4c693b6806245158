import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../package-root.ts';

const { version } = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as {
  version: string;
};

/** What every outgoing request calls the software that sends it. */
export const userAgent = `NotTerrible/${version}`;
