import { callsOf } from '../../../platform/admin/data/calls.ts';
import type { taxonomyRoutes } from '../routes.ts';

const { call } = callsOf<typeof taxonomyRoutes>();

export const taxonomyCalls = {
  tags: call('GET', '/api/admin/tags'),
  renameTag: call('PUT', '/api/admin/tags/:tagName'),
  addTag: call('POST', '/api/tag/:postId/:tagName'),
  removeTag: call('DELETE', '/api/tag/:id'),

  categories: call('GET', '/api/cat/all'),
  createCategory: call('POST', '/api/admin/cat'),
  setCategory: call('PUT', '/api/admin/cat/:postId/:catId'),
  renameCategory: call('PUT', '/api/admin/cat/:catId'),
  categoryRename: call('GET', '/api/admin/category-rename'),
  removeCategory: call('DELETE', '/api/admin/cat/:catId'),
};
