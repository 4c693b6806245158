import { z } from 'zod';
import { download, route } from '../../platform/http/api/route.ts';
import { idNumeral } from '../../platform/http/api/text.ts';
import { newExport, siteExport } from './api.ts';
import * as exports from './exports.ts';

const params = z.object({ id: idNumeral });

export const exportRoutes = [
  route('GET', '/api/admin/exports', 'All exports that are being made or can be downloaded, newest first', {
    response: z.array(siteExport),
    handle: ({ blog }) => exports.listExports(blog),
  }),
  route('POST', '/api/admin/exports', 'Export the site in the background', {
    body: newExport,
    status: 201,
    response: siteExport,
    handle: ({ blog, body }) => exports.createExport(blog, body.kind),
  }),
  route('GET', '/api/admin/exports/:id', 'An export with its progress', {
    params,
    response: siteExport,
    handle: ({ blog, params }) => exports.exportById(blog, params.id),
  }),
  route('DELETE', '/api/admin/exports/:id', 'Cancel or delete an export', {
    params,
    response: z.object({ id: z.int() }),
    handle: ({ blog, params }) => exports.deleteExport(blog, params.id),
  }),
  download('/api/admin/exports/:id/file', 'Download an export as a zip archive', {
    // It contains drafts and comments that wait for approval.
    recentlyAuthenticated: true,
    params,
    type: 'application/zip',
    handle: ({ blog, params }) => exports.openExport(blog, params.id),
  }),
];
