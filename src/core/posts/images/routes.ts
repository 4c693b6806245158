import { z } from 'zod';
import { maxOffset, maxPageSize } from '../../../platform/http/api/limits.ts';
import { route } from '../../../platform/http/api/route.ts';
import { idNumeral, numeral, removed, text } from '../../../platform/http/api/text.ts';
import { image, imageChange, imageToFetch, imageUse, libraryImage } from '../../images/api/images.ts';
import { imageLibrary } from '../../images/images.ts';
import { forGood } from '../bin/api.ts';
import { removeForGood } from '../bin/bin.ts';
import { requireSession } from '../rules/publish-scope.ts';
import * as images from './post-images.ts';

const byPostAndImage = z.object({ postId: idNumeral, imageId: idNumeral });

/** The three upload routes differ only in the name of the file field. */
const uploadTo = <Path extends string>(path: Path, field: string) =>
  route('POST', path, `Upload one or many images to a post (file field "${field}")`, {
    scope: ['media'],
    uploadField: field,
    status: 201,
    response: z.array(image),
    handle: ({ blog, viewer, upload }) => images.uploadImages(blog, viewer, upload, field),
  });

export const imageRoutes = [
  uploadTo('/image', 'image'),
  uploadTo('/image2', 'cover'),
  uploadTo('/api/image', 'cover'),
  route('POST', '/api/admin/image/fetch', 'Fetch an image from another site and add it to a post', {
    scope: ['media'],
    body: imageToFetch,
    status: 201,
    response: image,
    handle: ({ blog, viewer, body }) => images.fetchImage(blog, viewer, body),
  }),
  route(
    'GET',
    '/api/image',
    'All images, newest first; "search" looks in alt text, post title and file name',
    {
      scope: ['read'],
      query: z.object({
        search: text(200).optional(),
        unused: numeral(0, 1).optional(),
        limit: numeral(1, maxPageSize).optional(),
        offset: numeral(0, maxOffset).optional(),
      }),
      totalCount: true,
      response: z.array(libraryImage),
      handle: async ({ blog, query, header }) => {
        const paged = query.limit !== undefined || query.offset !== undefined;
        const page = paged ? { limit: query.limit ?? maxPageSize, offset: query.offset ?? 0 } : null;
        const library = await imageLibrary(blog, { search: query.search, unused: query.unused === 1 }, page);
        header('x-total-count', String(library.total));
        return library.images;
      },
    },
  ),
  route('PUT', '/api/image/:imageId', 'Change the alternative text of an image', {
    scope: ['media'],
    params: z.object({ imageId: idNumeral }),
    body: imageChange,
    response: image,
    handle: ({ blog, viewer, params, body }) => images.setAltText(blog, viewer, params.imageId, body.alt),
  }),
  route('GET', '/api/image/:imageId/uses', 'Where an image is used, and so what deleting it would change', {
    scope: ['read'],
    params: z.object({ imageId: idNumeral }),
    response: z.array(imageUse),
    handle: ({ blog, viewer, params }) => images.imageUses(blog, viewer, params.imageId),
  }),
  route('DELETE', '/api/assoc/postimage/:postId/:imageId', 'Delete an image of a post and its files', {
    scope: ['publish'],
    params: byPostAndImage,
    query: forGood,
    response: removed,
    handle: ({ blog, viewer, params, query }) => {
      if (query.for_good) requireSession(viewer);
      const remove = () => images.removeImage(blog, params.postId, params.imageId);
      return query.for_good ? removeForGood(blog, 'image', remove) : remove();
    },
  }),
  route('PUT', '/api/admin/image/main/:postId/:imageId', 'Make an image the main image of its post', {
    scope: ['publish'],
    params: byPostAndImage,
    response: image,
    handle: ({ blog, params }) => images.makeMainImage(blog, params.postId, params.imageId),
  }),
];
