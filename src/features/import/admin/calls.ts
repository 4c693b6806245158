import { callsOf } from '../../../platform/admin/data/calls.ts';
import type { importRoutes, importUploadRoutes } from '../routes.ts';
import type { UploadCalls } from './send-file.ts';

const { call, page } = callsOf<typeof importRoutes | typeof importUploadRoutes>();

export const importCalls = {
  imports: call('GET', '/api/admin/imports'),
  importOf: call('GET', '/api/admin/imports/:id'),
  items: page('/api/admin/imports/:id/items'),
  images: page('/api/admin/imports/:id/images'),
  create: call('POST', '/api/admin/imports'),
  start: call('POST', '/api/admin/imports/:id/start'),
  again: call('POST', '/api/admin/imports/:id/again'),
  samples: call('GET', '/api/admin/imports/:id/samples'),
  choose: call('POST', '/api/admin/imports/:id/choices'),
  cancel: call('POST', '/api/admin/imports/:id/cancel'),
  undo: call('POST', '/api/admin/imports/:id/undo'),
  uploads: call('GET', '/api/admin/imports/uploads'),
  abandonUpload: call('DELETE', '/api/admin/imports/uploads/:id'),
};

const uploadState = call('GET', '/api/admin/imports/uploads/:id');
const sendChunk = call('PUT', '/api/admin/imports/uploads/:id');
const finishUpload = call('POST', '/api/admin/imports/uploads/:id/finish');

export const uploadCalls: UploadCalls = {
  beginUpload: call('POST', '/api/admin/imports/uploads'),
  uploadState: (id) => uploadState({ id }),
  sendChunk: (id, offset, upload, signal) => sendChunk({ id, offset }, { upload, signal }),
  finishUpload: (id) => finishUpload({ id }),
};
