import { callsOf } from '../../../platform/admin/data/calls.ts';
import type { writingRoutes } from '../routes.ts';

const { call } = callsOf<typeof writingRoutes>();

export const writingCalls = {
  revisions: call('GET', '/api/admin/posts/:id/revisions'),
  revision: call('GET', '/api/admin/posts/:id/revisions/:revisionId'),
  restoreRevision: call('POST', '/api/admin/posts/:id/revisions/:revisionId/restore'),
  currentVersion: call('GET', '/api/admin/posts/:id/current-version'),
  textOfVersion: call('GET', '/api/admin/posts/:id/versions/:version'),
  duplicatePost: call('POST', '/api/admin/posts/:id/duplicate'),
  previews: call('GET', '/api/admin/posts/:id/previews'),
  sharePreview: call('POST', '/api/admin/posts/:id/previews'),
  endPreview: call('DELETE', '/api/admin/posts/:id/previews/:previewId'),
  drafts: call('GET', '/api/admin/drafts'),
  draft: call('GET', '/api/admin/drafts/:draftId'),
  saveDraft: call('PUT', '/api/admin/drafts/:draftId'),
  deleteDraft: call('DELETE', '/api/admin/drafts/:draftId'),
  draftsInBin: call('GET', '/api/admin/bin/drafts'),
  restoreDraft: call('POST', '/api/admin/drafts/:draftId/restore'),
  similarPosts: call('POST', '/api/admin/similar-posts'),
  checkLinks: call('POST', '/api/admin/check-links'),
  snippets: call('GET', '/api/admin/snippets'),
  saveSnippet: call('PUT', '/api/admin/snippets'),
  deleteSnippet: call('DELETE', '/api/admin/snippets'),
};
