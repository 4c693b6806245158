import { route } from '../../../platform/http/api/route.ts';
import { versionInfo } from '../api/version.ts';
import { versionInfo as readVersion } from '../version.ts';

export const versionRoutes = [
  route('GET', '/api/admin/version', 'The running version and the change log', {
    response: versionInfo,
    handle: ({ blog }) => readVersion(blog),
  }),
];
