import { z } from 'zod';
import * as drafts from '../../../blog/posts/drafts.ts';
import * as previews from '../../../blog/posts/previews.ts';
import * as revisions from '../../../blog/posts/revisions.ts';
import { post } from '../../../contract/posts.ts';
import { idNumeral, numeral, text } from '../../../contract/text.ts';
import * as form from '../../../contract/writing.ts';
import { route } from '../route.ts';

const byId = z.object({ id: idNumeral });
const byDraft = z.object({ draftId: form.draftId });
const largestSequence = 2 ** 31 - 1;
const byRevision = z.object({ id: idNumeral, revisionId: idNumeral });

export const writingRoutes = [
  route('GET', '/api/admin/posts/:id/revisions', 'Earlier versions of a post, newest first', {
    params: byId,
    answer: z.array(form.revision),
    handle: ({ blog, viewer, params }) => revisions.revisionsOf(blog, viewer, params.id),
  }),
  route('GET', '/api/admin/posts/:id/revisions/:revisionId', 'One earlier version with its content', {
    params: byRevision,
    answer: form.fullRevision,
    handle: ({ blog, params }) => revisions.revisionById(blog, params.id, params.revisionId),
  }),
  route(
    'POST',
    '/api/admin/posts/:id/revisions/:revisionId/restore',
    'Make an earlier version the present one',
    {
      params: byRevision,
      answer: post,
      handle: ({ blog, viewer, params }) =>
        revisions.restoreRevision(blog, viewer, params.id, params.revisionId),
    },
  ),

  route('GET', '/api/admin/posts/:id/previews', 'Preview links of a post that still work', {
    params: byId,
    answer: z.array(form.preview),
    handle: ({ blog, viewer, params }) => previews.previewsOf(blog, viewer, params.id),
  }),
  route('POST', '/api/admin/posts/:id/previews', 'Make a link that shows a post to whoever has it', {
    params: byId,
    body: form.newPreview,
    status: 201,
    answer: form.sharedPreview,
    handle: ({ blog, viewer, params, body }) => previews.sharePreview(blog, viewer, params.id, body.days),
  }),
  route('DELETE', '/api/admin/posts/:id/previews', 'End all preview links of a post', {
    params: byId,
    answer: form.removedPreviews,
    handle: ({ blog, viewer, params }) => previews.endPreviews(blog, viewer, params.id),
  }),
  route('DELETE', '/api/admin/posts/:id/previews/:previewId', 'End one preview link', {
    params: z.object({ id: idNumeral, previewId: idNumeral }),
    answer: form.removedPreviews,
    handle: ({ blog, viewer, params }) => previews.endPreviews(blog, viewer, params.id, params.previewId),
  }),
  route('GET', '/api/previews/:token', 'The post that a preview link shows', {
    access: 'public',
    params: z.object({ token: text(100) }),
    answer: post,
    handle: ({ blog, params }) => previews.previewedPost(blog, params.token),
  }),

  route('GET', '/api/admin/drafts', 'What you typed and did not save, without the content, newest first', {
    answer: z.array(form.draftHead),
    handle: ({ blog, viewer }) => drafts.draftsOf(blog, viewer),
  }),
  route('GET', '/api/admin/drafts/:draftId', 'One of your drafts', {
    params: byDraft,
    answer: form.draft,
    handle: ({ blog, viewer, params }) => drafts.draftById(blog, viewer, params.draftId),
  }),
  route('PUT', '/api/admin/drafts/:draftId', 'Keep what you typed into a post, beside the posts', {
    params: byDraft,
    body: form.newDraft,
    answer: form.draftHead,
    handle: ({ blog, viewer, params, body }) => drafts.keepDraft(blog, viewer, params.draftId, body),
  }),
  route('DELETE', '/api/admin/drafts/:draftId', 'Delete a draft, unless it changed after "sequence"', {
    params: byDraft,
    query: z.object({ sequence: numeral(0, largestSequence).default(largestSequence) }),
    answer: form.droppedDraft,
    handle: ({ blog, viewer, params, query }) =>
      drafts.dropDraft(blog, viewer, params.draftId, query.sequence),
  }),
];
