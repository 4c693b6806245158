import { z } from 'zod';
import { maxOffset, maxPageSize } from '../../../platform/http/api/limits.ts';
import { download, route } from '../../../platform/http/api/route.ts';
import { idNumeral, numeral, removed } from '../../../platform/http/api/text.ts';
import { binEntry, binItem, emptied, restored, restoreRequest } from './api.ts';
import { binEntries, binThumbnail, deleteForGood, emptyBin } from './bin.ts';
import { restoreItems } from './restore.ts';

const byItem = z.object({ kind: binItem.shape.kind, id: idNumeral });

export const binRoutes = [
  route('GET', '/api/admin/bin', 'Deleted posts and images, newest first', {
    scope: ['read'],
    query: z.object({
      limit: numeral(1, maxPageSize).default(maxPageSize),
      offset: numeral(0, maxOffset).default(0),
    }),
    totalCount: true,
    response: z.array(binEntry),
    handle: async ({ blog, query, header }) => {
      const { entries, total } = await binEntries(blog, query);
      header('x-total-count', String(total));
      return entries;
    },
  }),
  download('/api/admin/bin/:kind/:id/thumbnail', 'The thumbnail of a deleted image, or of a deleted post', {
    params: byItem,
    type: 'image/webp',
    handle: async ({ blog, params }) => {
      const { name, size, read } = await binThumbnail(blog, params);
      return { name, bytes: size, etag: `"${name}"`, read };
    },
  }),
  route('POST', '/api/admin/bin/restore', 'Restore deleted posts and images, with a result for each', {
    scope: ['publish'],
    body: restoreRequest,
    response: z.array(restored),
    handle: ({ blog, body }) => restoreItems(blog, body.items),
  }),
  route('DELETE', '/api/admin/bin/:kind/:id', 'Delete an item of the bin for good', {
    params: byItem,
    response: removed,
    handle: ({ blog, params }) => deleteForGood(blog, params),
  }),
  route('DELETE', '/api/admin/bin', 'Empty the bin: delete everything in it for good', {
    response: emptied,
    handle: ({ blog, viewer }) => emptyBin(blog, viewer),
  }),
];
