import { z } from 'zod';
import { importImages } from '../../../blog/imports/image-report.ts';
import { importImage, importImagesQuery } from '../../../contract/import-images.ts';
import { idNumeral } from '../../../contract/text.ts';
import { route } from '../route.ts';

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
