import { z } from 'zod';
import { route } from '../../platform/http/api/route.ts';
import { idNumeral, numeral, text } from '../../platform/http/api/text.ts';
import { post } from '../posts/api/posts.ts';
import * as form from '../posts/api/writing.ts';
import {
  bySnippetName,
  checkedLink,
  linksToCheck,
  newSnippet,
  similarPosts,
  snippet,
  writtenText,
} from './api.ts';
import { checkLinks } from './check-links.ts';
import * as drafts from './drafts.ts';
import { duplicatePost } from './duplicate-post.ts';
import * as previews from './previews.ts';
import * as revisions from './revisions.ts';
import { similarPosts as findSimilarPosts } from './similar-posts.ts';
import * as snippets from './snippets.ts';
import { typedPost } from './typed-post.ts';

const byId = z.object({ id: idNumeral });
const byDraft = z.object({ draftId: form.draftId });
const maxSequence = 2 ** 31 - 1;
const byRevision = z.object({ id: idNumeral, revisionId: idNumeral });

/** Also performed by the page that shows the result. */
export const typedPostRoute = route(
  'POST',
  '/api/admin/preview',
  'The post that saving these values would make; nothing is stored',
  {
    scope: ['draft', 'publish'],
    body: form.newDraft,
    response: post,
    handle: ({ blog, body }) => typedPost(blog, body),
  },
);

export const writingRoutes = [
  typedPostRoute,
  route(
    'POST',
    '/api/admin/posts/:id/duplicate',
    'Copy a post with its tags and images as an inactive post',
    {
      scope: ['publish'],
      params: byId,
      status: 201,
      response: post,
      handle: ({ blog, viewer, params }) => duplicatePost(blog, params.id, viewer),
    },
  ),
  route('GET', '/api/admin/posts/:id/revisions', 'Earlier versions of a post, newest first', {
    scope: ['read'],
    params: byId,
    response: z.array(form.revision),
    handle: ({ blog, viewer, params }) => revisions.revisionsOf(blog, viewer, params.id),
  }),
  route('GET', '/api/admin/posts/:id/revisions/:revisionId', 'One earlier version with its content', {
    scope: ['read'],
    params: byRevision,
    response: form.fullRevision,
    handle: ({ blog, params }) => revisions.revisionById(blog, params.id, params.revisionId),
  }),
  route('POST', '/api/admin/posts/:id/revisions/:revisionId/restore', 'Restore an earlier version', {
    scope: ['publish'],
    params: byRevision,
    response: post,
    handle: ({ blog, viewer, params }) =>
      revisions.restoreRevision(blog, viewer, params.id, params.revisionId),
  }),

  route('GET', '/api/admin/posts/:id/current-version', 'When and by whom the current text was saved', {
    scope: ['read'],
    params: byId,
    response: form.currentVersion,
    handle: ({ blog, viewer, params }) => revisions.currentVersion(blog, viewer, params.id),
  }),
  route('GET', '/api/admin/posts/:id/versions/:version', 'The text that a version of a post had', {
    scope: ['read'],
    params: z.object({ id: idNumeral, version: numeral(0, maxSequence) }),
    response: form.versionText,
    handle: ({ blog, viewer, params }) => revisions.textOfVersion(blog, viewer, params.id, params.version),
  }),

  route('GET', '/api/admin/posts/:id/previews', 'The active preview links of a post', {
    params: byId,
    response: z.array(form.preview),
    handle: ({ blog, viewer, params }) => previews.previewsOf(blog, viewer, params.id),
  }),
  route('POST', '/api/admin/posts/:id/previews', 'Create a link with which anyone can see a post', {
    params: byId,
    body: form.newPreview,
    status: 201,
    response: form.sharedPreview,
    handle: ({ blog, viewer, params, body }) => previews.sharePreview(blog, viewer, params.id, body.days),
  }),
  route('DELETE', '/api/admin/posts/:id/previews', 'Revoke all preview links of a post', {
    params: byId,
    response: form.removedPreviews,
    handle: ({ blog, viewer, params }) => previews.endPreviews(blog, viewer, params.id),
  }),
  route('DELETE', '/api/admin/posts/:id/previews/:previewId', 'Revoke one preview link', {
    params: z.object({ id: idNumeral, previewId: idNumeral }),
    response: form.removedPreviews,
    handle: ({ blog, viewer, params }) => previews.endPreviews(blog, viewer, params.id, params.previewId),
  }),
  route('GET', '/api/previews/:token', 'The post that a preview link shows', {
    access: 'public',
    params: z.object({ token: text(100) }),
    response: post,
    handle: ({ blog, params }) => previews.previewedPost(blog, params.token),
  }),

  route('GET', '/api/admin/drafts', 'Your unsaved changes without their content, newest first', {
    scope: ['read', 'draft'],
    response: z.array(form.draftHead),
    handle: ({ blog, viewer }) => drafts.draftsOf(blog, viewer),
  }),
  route('GET', '/api/admin/drafts/:draftId', 'One of your drafts with its content', {
    scope: ['read', 'draft'],
    params: byDraft,
    response: form.draft,
    handle: ({ blog, viewer, params }) => drafts.draftById(blog, viewer, params.draftId),
  }),
  route('PUT', '/api/admin/drafts/:draftId', 'Store unsaved changes of a post as a draft', {
    params: byDraft,
    body: form.newDraft,
    response: form.sentDraft,
    handle: ({ blog, viewer, params, body }) => drafts.keepDraft(blog, viewer, params.draftId, body),
  }),
  route(
    'DELETE',
    '/api/admin/drafts/:draftId',
    'Move a draft to the bin, unless it changed after "sequence"',
    {
      params: byDraft,
      query: z.object({
        sequence: numeral(0, maxSequence).default(maxSequence),
        /** Its text exists elsewhere, or it is in the bin already. */
        for_good: z.literal('true').optional(),
      }),
      response: form.deletedDraft,
      handle: ({ blog, viewer, params, query: { sequence, for_good } }) =>
        drafts.deleteDraft(blog, viewer, { id: params.draftId, sequence }, for_good === 'true'),
    },
  ),
  route('POST', '/api/admin/drafts/:draftId/restore', 'Restore one of your drafts from the bin', {
    params: byDraft,
    response: form.draftHead,
    handle: ({ blog, viewer, params }) => drafts.restoreDraft(blog, viewer, params.draftId),
  }),
  route('GET', '/api/admin/bin/drafts', 'Your deleted drafts without their content, newest first', {
    response: z.array(form.binnedDraft),
    handle: ({ blog, viewer }) => drafts.draftsInBin(blog, viewer),
  }),

  route('POST', '/api/admin/similar-posts', 'Posts that a text could link to, and that could link to it', {
    scope: ['read'],
    body: writtenText,
    response: similarPosts,
    handle: ({ blog, body }) => findSimilarPosts(blog, body),
  }),
  route('POST', '/api/admin/check-links', 'Ask other servers whether the pages at these URLs exist', {
    body: linksToCheck,
    response: z.array(checkedLink),
    handle: ({ blog, body }) => checkLinks(blog, body.urls),
  }),

  route('GET', '/api/admin/snippets', 'Parts of posts that are inserted by name', {
    response: z.array(snippet),
    handle: ({ blog }) => snippets.snippets(blog),
  }),
  route('PUT', '/api/admin/snippets', 'Save a snippet; one of the same name is replaced', {
    body: newSnippet,
    response: z.array(snippet),
    handle: ({ blog, body }) => snippets.saveSnippet(blog, body),
  }),
  route('DELETE', '/api/admin/snippets', 'Delete a snippet', {
    query: bySnippetName,
    response: z.array(snippet),
    handle: ({ blog, query }) => snippets.deleteSnippet(blog, query.name),
  }),
];
