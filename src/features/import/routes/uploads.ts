import { z } from 'zod';
import { importChunkBytes } from '../../../platform/http/api/limits.ts';
import { route } from '../../../platform/http/api/route.ts';
import {
  importChunkQuery,
  importUpload,
  importUploadId,
  importUploadsPath,
  newImportUpload,
} from '../api/uploads.ts';
import * as uploads from '../uploads.ts';

export const importUploadRoutes = [
  route('GET', importUploadsPath, 'Uploads of files to import that are not finished', {
    response: z.array(importUpload),
    handle: ({ blog }) => uploads.unfinishedUploads(blog),
  }),
  route('POST', importUploadsPath, 'Begin or continue the upload of a file to import', {
    body: newImportUpload,
    status: 201,
    otherStatus: 200,
    response: importUpload,
    handle: async ({ blog, body, status }) => {
      const { upload, isNew } = await uploads.createUpload(blog, body);
      if (!isNew) status(200);
      return upload;
    },
  }),
  route('GET', `${importUploadsPath}/:id`, 'How much of a file to import has arrived', {
    params: importUploadId,
    response: importUpload,
    handle: ({ blog, params }) => uploads.uploadState(blog, params.id),
  }),
  route('PUT', `${importUploadsPath}/:id`, 'Send the next portion of a file to import', {
    params: importUploadId,
    query: importChunkQuery,
    takesBytes: true,
    response: importUpload,
    handle: async ({ blog, params, query, upload }) =>
      uploads.appendToUpload(blog, params.id, query.offset, await upload.bytes(importChunkBytes)),
  }),
  route('POST', `${importUploadsPath}/:id/finish`, 'Finish the upload of a file to import', {
    params: importUploadId,
    response: importUpload,
    handle: ({ blog, params }) => uploads.finishUpload(blog, params.id),
  }),
  route('DELETE', `${importUploadsPath}/:id`, 'Abandon the upload of a file to import', {
    params: importUploadId,
    response: z.object({ id: z.string() }),
    handle: ({ blog, params }) => uploads.abandonUpload(blog, params.id),
  }),
];
