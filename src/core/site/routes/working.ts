import { route } from '../../../platform/http/api/route.ts';
import { working } from '../api/working.ts';
import { readWorking } from '../working.ts';

export const workingRoutes = [
  route('GET', '/api/admin/working', 'Long work that runs or waits for its turn, with how far it is', {
    response: working,
    handle: ({ blog }) => readWorking(blog),
  }),
];
