import { z } from 'zod';
import { route } from '../../../platform/http/api/route.ts';
import { idNumeral } from '../../../platform/http/api/text.ts';
import { importImage, importImagesQuery } from '../api/images.ts';
import { importImages } from '../image-report.ts';

export const importImageRoutes = [
  route('GET', '/api/admin/imports/:id/images', 'Images that an import fetches, and what became of each', {
    params: z.object({ id: idNumeral }),
    query: importImagesQuery,
    totalCount: true,
    response: z.array(importImage),
    handle: async ({ blog, params, query, header }) => {
      const { images, total } = await importImages(blog, params.id, query);
      header('x-total-count', String(total));
      return images;
    },
  }),
];
