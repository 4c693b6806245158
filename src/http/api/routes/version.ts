import { versionInfo as readVersion } from '../../../blog/site/version.ts';
import { versionInfo } from '../../../contract/version.ts';
import { route } from '../route.ts';

export const versionRoutes = [
  route('GET', '/api/admin/version', 'The running version and the change log', {
    response: versionInfo,
    handle: ({ blog }) => readVersion(blog),
  }),
];
