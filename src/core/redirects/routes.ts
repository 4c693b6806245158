import { z } from 'zod';
import { maxOffset, maxPageSize } from '../../platform/http/api/limits.ts';
import { route } from '../../platform/http/api/route.ts';
import { idNumeral, numeral, removed, text } from '../../platform/http/api/text.ts';
import { deletedRedirects, newRedirect, redirect, redirectOrders, unknownPath } from './api.ts';
import {
  addRedirect,
  clearUnknownPaths,
  deleteRedirect,
  deleteRedirectsOfImport,
  redirectsForOwner,
  unknownPathsForOwner,
} from './manage-redirects.ts';

export const redirectRoutes = [
  route('GET', '/api/admin/redirects', 'Redirects of old addresses, with how often they were used', {
    query: z.object({
      limit: numeral(1, maxPageSize).default(maxPageSize),
      offset: numeral(0, maxOffset).default(0),
      search: text(200).default(''),
      order: z.enum(redirectOrders).default('hits'),
      import: idNumeral.optional(),
    }),
    totalCount: true,
    response: z.array(redirect),
    handle: async ({ blog, query, header }) => {
      const filter = {
        search: query.search.trim().toLowerCase(),
        order: query.order,
        importId: query.import ?? null,
      };
      const { redirects, total } = await redirectsForOwner(blog, filter, query);
      header('x-total-count', String(total));
      return redirects;
    },
  }),
  route('POST', '/api/admin/redirects', 'Redirect an old address, or say that it is gone', {
    body: newRedirect,
    status: 201,
    response: redirect,
    handle: ({ blog, body }) => addRedirect(blog, body),
  }),
  route('DELETE', '/api/admin/redirects/import/:importId', 'Delete all redirects that an import added', {
    params: z.object({ importId: idNumeral }),
    response: deletedRedirects,
    handle: ({ blog, params }) => deleteRedirectsOfImport(blog, params.importId),
  }),
  route('DELETE', '/api/admin/redirects/:id', 'Delete a redirect', {
    params: z.object({ id: idNumeral }),
    response: removed,
    handle: ({ blog, params }) => deleteRedirect(blog, params.id),
  }),
  route('GET', '/api/admin/unknown-paths', 'Unknown paths that were asked for most', {
    response: z.array(unknownPath),
    handle: ({ blog }) => unknownPathsForOwner(blog),
  }),
  route('DELETE', '/api/admin/unknown-paths', 'Delete the list of unknown paths that were asked for', {
    response: deletedRedirects,
    handle: ({ blog }) => clearUnknownPaths(blog),
  }),
];
