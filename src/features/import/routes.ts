import { z } from 'zod';
import type { Blog } from '../../platform/blog.ts';
import { importChunkBytes } from '../../platform/http/api/limits.ts';
import { route } from '../../platform/http/api/route.ts';
import { idNumeral } from '../../platform/http/api/text.ts';
import {
  type ImportRecord,
  importChoices,
  importChunkQuery,
  importImage,
  importImagesQuery,
  importItem,
  importItemsQuery,
  importRecord,
  importSamples,
  importUpload,
  importUploadId,
  importUploadsPath,
  newImport,
  newImportUpload,
} from './api.ts';
import * as imports from './imports.ts';
import * as uploads from './uploads.ts';

const byId = z.object({ id: idNumeral });
const pageSize = 50;

/** A call that answers with the import of its URL. */
const ofImport = (run: (blog: Blog, id: number) => Promise<ImportRecord>) => ({
  params: byId,
  response: importRecord,
  handle: ({ blog, params }: { blog: Blog; params: { id: number } }) => run(blog, params.id),
});

export const importRoutes = [
  route('GET', '/api/admin/imports', 'Imports of other blogs, newest first', {
    response: z.array(importRecord),
    handle: ({ blog }) => imports.listImports(blog),
  }),
  route('POST', '/api/admin/imports', 'Import an uploaded file, or try to without writing anything', {
    body: newImport,
    status: 201,
    response: importRecord,
    handle: async ({ blog, viewer, body: { upload = '', url, dry_run } }) => {
      if (url !== undefined) return imports.createSiteImport(blog, viewer, url, dry_run);
      return imports.createImport(blog, viewer, await uploads.finishedUpload(blog, upload), dry_run);
    },
  }),
  route('GET', '/api/admin/imports/:id', 'An import and its progress', ofImport(imports.importOf)),
  route('GET', '/api/admin/imports/:id/items', 'The report of an import: what became of each item', {
    params: byId,
    query: importItemsQuery,
    totalCount: true,
    response: z.array(importItem),
    handle: async ({ blog, params, query, header }) => {
      const { limit = pageSize, offset = 0, ...filter } = query;
      const { items, total } = await imports.importItems(blog, params.id, filter, { limit, offset });
      header('x-total-count', String(total));
      return items;
    },
  }),
  route('GET', '/api/admin/imports/:id/images', 'Images that an import fetches, and what became of each', {
    params: byId,
    query: importImagesQuery,
    totalCount: true,
    response: z.array(importImage),
    handle: async ({ blog, params, query, header }) => {
      const { images, total } = await imports.importImages(blog, params.id, query);
      header('x-total-count', String(total));
      return images;
    },
  }),
  route(
    'POST',
    '/api/admin/imports/:id/start',
    'Import for real after a dry run, or continue an import',
    ofImport(imports.startImport),
  ),
  route('POST', '/api/admin/imports/:id/again', 'Try an import of the same source again, for what is new', {
    params: byId,
    status: 201,
    response: importRecord,
    handle: ({ blog, viewer, params }) => imports.repeatImport(blog, viewer, params.id, true),
  }),
  route('GET', '/api/admin/imports/:id/samples', 'What a dry run found to ask about, and texts to compare', {
    params: byId,
    response: importSamples,
    handle: ({ blog, params }) => imports.samplesOf(blog, params.id),
  }),
  route('POST', '/api/admin/imports/:id/choices', 'Answer what the source leaves open, and try again', {
    params: byId,
    body: importChoices,
    response: importRecord,
    handle: ({ blog, params, body }) => imports.setChoices(blog, params.id, body),
  }),
  route(
    'POST',
    '/api/admin/imports/:id/cancel',
    'Stop an import; what it has written stays',
    ofImport(imports.cancelImport),
  ),
  route(
    'POST',
    '/api/admin/imports/:id/undo',
    'Remove what an import wrote, except for what was changed since',
    ofImport(imports.undoImport),
  ),
];

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
