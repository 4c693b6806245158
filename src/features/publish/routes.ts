import { route } from '../../platform/http/api/route.ts';
import { publicationState } from './api.ts';
import { publicationOf, publishAgain } from './state.ts';

export const publishRoutes = [
  route('GET', '/api/admin/publication', 'Where the site is published as files, and what waits', {
    response: publicationState,
    handle: ({ blog }) => publicationOf(blog),
  }),
  route('POST', '/api/admin/publication', 'Publish every file again', {
    response: publicationState,
    handle: ({ blog }) => publishAgain(blog),
  }),
];
