import { z } from 'zod';
import { route } from '../../../platform/http/api/route.ts';
import { license, versionInfo } from '../api/version.ts';
import { licenses, versionInfo as readVersion } from '../version.ts';

export const versionRoutes = [
  route('GET', '/api/admin/version', 'The running version and the change log', {
    response: versionInfo,
    handle: ({ blog }) => readVersion(blog),
  }),
  route('GET', '/api/admin/licenses', 'The packages and fonts of the program with their licenses', {
    response: z.array(license),
    handle: licenses,
  }),
];
