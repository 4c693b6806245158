import { z } from 'zod';
import { maxOffset, maxPageSize } from '../../platform/http/api/limits.ts';
import { route } from '../../platform/http/api/route.ts';
import { idNumeral, idOrZero, numeral, removed, text } from '../../platform/http/api/text.ts';
import { bulkChange, bulkResult } from './api/bulk.ts';
import { postKinds, postStatuses } from './api/post-kinds.ts';
import {
  adminPost,
  card,
  currentWebTitle as currentWebTitleSchema,
  newPost,
  post,
  postChange,
  postCounts,
  postStatus,
} from './api/posts.ts';
import { forGood } from './bin/api.ts';
import { removeForGood } from './bin/bin.ts';
import { changeMany } from './bulk.ts';
import * as posts from './posts.ts';
import { requireSession } from './rules/publish-scope.ts';
import { allSeries } from './series.ts';
import { voteRoutes } from './votes/routes.ts';
import { currentWebTitle } from './web-titles.ts';
import { changePost, createPostOnce, removePost, setStatus } from './write-posts.ts';

const limit = numeral(1, maxPageSize);
const offset = numeral(0, maxOffset);
const name = text(300);
const byId = z.object({ id: idNumeral });

const adminList = z.object({
  kind: z.enum(postKinds).default('post'),
  limit: limit.optional(),
  offset: offset.optional(),
  search: text(200).optional(),
  status: z.enum(postStatuses).optional(),
  category: idOrZero.optional(),
  sort: z.enum(['date', 'title', 'votes']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  brief: numeral(0, 1).optional(),
});

export const postRoutes = [
  route('GET', '/getposts', 'Cards of every active post', {
    access: 'public',
    response: z.array(card),
    handle: async ({ blog }) => (await Array.fromAsync(posts.everyPost(blog))).flat(),
  }),
  route('POST', '/api/posts', 'Create a post, or a page, whose web title is its path', {
    scope: ['draft', 'publish'],
    body: newPost,
    status: 201,
    otherStatus: 200,
    response: post,
    handle: async ({ blog, viewer, body, status }) => {
      const { post, isRepeated } = await createPostOnce(blog, body, viewer);
      if (isRepeated) status(200);
      return post;
    },
  }),
  route('PUT', '/api/posts/status/:id/:status', 'Activate (1) or deactivate (0) a post', {
    scope: ['publish'],
    params: z.object({ id: idNumeral, status: numeral(0, 1) }),
    response: postStatus,
    handle: ({ blog, params }) => setStatus(blog, params.id, params.status === 1),
  }),
  route(
    'GET',
    '/api/address',
    'The current web title of a post, by its id or any web title it ever had; null if deleted',
    {
      scope: ['read', 'draft'],
      access: 'public',
      query: z
        .object({ title: name.optional(), post: idNumeral.optional() })
        .refine(
          ({ title, post }) => (title === undefined) !== (post === undefined),
          'Please give title or post.',
        ),
      response: currentWebTitleSchema,
      handle: ({ blog, viewer, query }) => currentWebTitle(blog, viewer, query),
    },
  ),
  route('GET', '/api/posts/tag/:limit/:tag', 'The newest posts with a tag', {
    access: 'public',
    params: z.object({ limit, tag: name }),
    totalCount: true,
    response: z.array(card),
    handle: async ({ blog, params, header }) => {
      const list = await posts.listPosts(blog, { ...params, offset: 0, category: 'null' });
      header('x-total-count', String(list.total));
      return list.cards;
    },
  }),
  route('GET', '/api/posts/:id/direct', 'One post with tags, images and approved comments', {
    scope: ['read', 'draft'],
    access: 'public',
    params: byId,
    response: post,
    handle: ({ blog, viewer, params }) => posts.postById(blog, viewer, params.id),
  }),
  route('GET', '/api/posts/:title/directByTitle', 'One post by its web title', {
    scope: ['read', 'draft'],
    access: 'public',
    params: z.object({ title: name }),
    response: post,
    handle: ({ blog, viewer, params }) => posts.postByWebTitle(blog, viewer, params.title),
  }),
  route('GET', '/api/posts/:category/:excludedId/random', 'Up to five random posts of a topic', {
    access: 'public',
    params: z.object({ category: name, excludedId: idOrZero }),
    response: z.array(card),
    handle: ({ blog, params }) => posts.relatedPosts(blog, params.category, params.excludedId),
  }),
  route('GET', '/api/posts/:limit/:offset/:category/:tag', 'A page of posts; !null means no filter', {
    access: 'public',
    params: z.object({ limit, offset, category: name, tag: name }),
    totalCount: true,
    response: z.array(card),
    handle: async ({ blog, params, header }) => {
      const list = await posts.listPosts(blog, params);
      header('x-total-count', String(list.total));
      return list.cards;
    },
  }),
  route('GET', '/api/posts/:id', 'One post, in an array', {
    scope: ['read', 'draft'],
    access: 'public',
    params: byId,
    response: z.array(post),
    handle: async ({ blog, viewer, params }) => [await posts.postById(blog, viewer, params.id)],
  }),
  route('PUT', '/api/posts/:id', 'Change a post; a version that is not the newest is a conflict', {
    scope: ['draft', 'publish'],
    params: byId,
    body: postChange,
    response: post,
    handle: ({ blog, viewer, params, body }) => changePost(blog, params.id, body, viewer),
  }),
  route('DELETE', '/api/posts/:id', 'Delete a post with all that hangs on it', {
    scope: ['publish'],
    params: byId,
    query: forGood,
    response: removed,
    handle: ({ blog, viewer, params, query }) => {
      const remove = () => removePost(blog, params.id);
      if (query.for_good) requireSession(viewer);
      return query.for_good ? removeForGood(blog, 'post', remove) : remove();
    },
  }),
  route('POST', '/api/admin/posts/bulk', 'Change up to 100 posts at once, with a result for each', {
    scope: ['publish'],
    body: bulkChange,
    response: z.array(bulkResult),
    handle: ({ blog, viewer, body }) => changeMany(blog, viewer, body),
  }),
  route(
    'GET',
    '/api/admin/posts',
    'Posts of every status with tags, images and comments; kind=page: pages instead; brief=1: no content, first comments',
    {
      scope: ['read'],
      query: adminList,
      totalCount: 'bounded',
      response: z.array(adminPost),
      handle: async ({ blog, query, header }) => {
        const paged = query.limit !== undefined || query.offset !== undefined;
        const list = await posts.adminPosts(
          blog,
          { kind: query.kind, search: query.search, status: query.status, category: query.category },
          paged ? { limit: query.limit ?? maxPageSize, offset: query.offset ?? 0 } : null,
          { by: query.sort ?? 'date', down: query.order !== 'asc' },
          query.brief === 1,
        );
        header('x-total-count', String(list.total));
        if (!list.isExact) header('x-total-count-is-minimum', 'true');
        return list.posts;
      },
    },
  ),

  route('GET', '/api/admin/post-counts', 'How many posts are drafts, scheduled and active', {
    scope: ['read'],
    response: postCounts,
    handle: ({ blog }) => posts.postCounts(blog),
  }),

  route('GET', '/api/admin/series', 'The names of all series', {
    scope: ['read'],
    response: z.array(z.string()),
    handle: ({ blog }) => allSeries(blog),
  }),

  ...voteRoutes,
];
