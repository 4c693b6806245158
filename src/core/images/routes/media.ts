import { z } from 'zod';
import { maxOffset, maxPageSize } from '../../../platform/http/api/limits.ts';
import { route } from '../../../platform/http/api/route.ts';
import { idNumeral, numeral, removed } from '../../../platform/http/api/text.ts';
import { imageUse } from '../api/images.ts';
import { embed, media, newEmbed } from '../api/media.ts';
import { embedOf } from '../embeds/embeds.ts';
import * as recordings from '../recordings.ts';

const field = 'media';

export const mediaRoutes = [
  route('POST', '/api/admin/media', `Upload an audio or video file (file field "${field}")`, {
    scope: ['media'],
    uploadField: field,
    status: 201,
    response: media,
    handle: ({ blog, upload }) => recordings.uploadMedia(blog, upload, field),
  }),
  route('GET', '/api/admin/media', 'The audio and video files, newest first', {
    scope: ['read'],
    query: z.object({
      limit: numeral(1, maxPageSize).default(maxPageSize),
      offset: numeral(0, maxOffset).default(0),
    }),
    totalCount: true,
    response: z.array(media),
    handle: async ({ blog, query, header }) => {
      const library = await recordings.mediaLibrary(blog, query);
      header('x-total-count', String(library.total));
      return library.media;
    },
  }),
  route('GET', '/api/admin/media/:id/uses', 'Where an audio or video file is used', {
    scope: ['read'],
    params: z.object({ id: idNumeral }),
    response: z.array(imageUse),
    handle: ({ blog, viewer, params }) => recordings.mediaUses(blog, viewer, params.id),
  }),
  route('DELETE', '/api/admin/media/:id', 'Delete an audio or video file', {
    params: z.object({ id: idNumeral }),
    response: removed,
    handle: ({ blog, params }) => recordings.removeMedia(blog, params.id),
  }),
  route('POST', '/api/admin/embeds', 'The preview of a page that a post embeds', {
    body: newEmbed,
    response: embed,
    handle: ({ blog, body }) => embedOf(blog, body.url),
  }),
];
