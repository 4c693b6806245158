import { z } from 'zod';
import { largestOffset, largestPage, tagMax } from '../../platform/http/api/limits.ts';
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
import { category, categoryInput, categoryRename, renamedCategory } from './taxonomy/api/categories.ts';
import { tag, tagChange, tagSuggestion } from './taxonomy/api/tags.ts';
import { allCategories, createCategory, removeCategory, setCategory } from './taxonomy/categories.ts';
import { currentRename, renameCategory } from './taxonomy/rename-category.ts';
import { addTag, removeTag, renameTag, suggestedTags, tagsOfNames } from './taxonomy/tags.ts';
import { voteRoutes } from './votes/routes.ts';
import { changePost, createPostOnce, removePost, setStatus } from './write-posts.ts';
import { duplicatePost } from './writing/duplicate-post.ts';
import { currentWebTitle } from './writing/web-titles.ts';

const limit = numeral(1, largestPage);
const offset = numeral(0, largestOffset);
const name = text(300);
/** Web names separated by commas, within what a URL can hold. */
const longestTagList = 8000;
const byId = z.object({ id: idNumeral });
const byCategory = z.object({ catId: idNumeral });

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
    params: z.object({ id: idNumeral, status: numeral(0, 1) }),
    response: postStatus,
    handle: ({ blog, params }) => setStatus(blog, params.id, params.status === 1),
  }),
  route(
    'GET',
    '/api/address',
    'The current web title of a post, by its id or any web title it ever had; null if deleted',
    {
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
    access: 'public',
    params: byId,
    response: post,
    handle: ({ blog, viewer, params }) => posts.postById(blog, viewer, params.id),
  }),
  route('GET', '/api/posts/:title/directByTitle', 'One post by its web title', {
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
    access: 'public',
    params: byId,
    response: z.array(post),
    handle: async ({ blog, viewer, params }) => [await posts.postById(blog, viewer, params.id)],
  }),
  route('PUT', '/api/posts/:id', 'Change a post; a version that is not the newest is a conflict', {
    params: byId,
    body: postChange,
    response: post,
    handle: ({ blog, viewer, params, body }) => changePost(blog, params.id, body, viewer),
  }),
  route(
    'POST',
    '/api/admin/posts/:id/duplicate',
    'Copy a post with its tags and images as an inactive post',
    {
      params: byId,
      status: 201,
      response: post,
      handle: ({ blog, viewer, params }) => duplicatePost(blog, params.id, viewer),
    },
  ),
  route('DELETE', '/api/posts/:id', 'Delete a post with all that hangs on it', {
    params: byId,
    query: forGood,
    response: removed,
    handle: ({ blog, params, query }) => {
      const remove = () => removePost(blog, params.id);
      return query.for_good ? removeForGood(blog, 'post', remove) : remove();
    },
  }),
  route('POST', '/api/admin/posts/bulk', 'Change up to 100 posts at once, with a result for each', {
    body: bulkChange,
    response: z.array(bulkResult),
    handle: ({ blog, viewer, body }) => changeMany(blog, viewer, body),
  }),
  route(
    'GET',
    '/api/admin/posts',
    'Posts of every status with tags, images and comments; kind=page: pages instead; brief=1: no content, first comments',
    {
      query: adminList,
      totalCount: 'bounded',
      response: z.array(adminPost),
      handle: async ({ blog, query, header }) => {
        const paged = query.limit !== undefined || query.offset !== undefined;
        const list = await posts.adminPosts(
          blog,
          { kind: query.kind, search: query.search, status: query.status, category: query.category },
          paged ? { limit: query.limit ?? largestPage, offset: query.offset ?? 0 } : null,
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
    response: postCounts,
    handle: ({ blog }) => posts.postCounts(blog),
  }),

  ...voteRoutes,

  route(
    'GET',
    '/api/admin/tags',
    'Tags that begin with the search, or those of a list of web names, or else the most used ones',
    {
      query: z.object({ search: text(tagMax).default(''), names: text(longestTagList).default('') }),
      response: z.array(tagSuggestion),
      handle: ({ blog, query: { search, names } }) =>
        names === '' ? suggestedTags(blog, search) : tagsOfNames(blog, names.split(',')),
    },
  ),
  route(
    'PUT',
    '/api/admin/tags/:tagName',
    'Change what readers see of a tag; an empty name is its web name',
    {
      params: z.object({ tagName: text(1000) }),
      body: tagChange,
      response: tagSuggestion,
      handle: ({ blog, params, body }) => renameTag(blog, params.tagName, body.display_name),
    },
  ),
  route('POST', '/api/tag/:postId/:tagName', 'Add a tag to a post', {
    params: z.object({ postId: idNumeral, tagName: text(1000) }),
    status: 201,
    otherStatus: 200,
    response: tag,
    handle: async ({ blog, params, status }) => {
      const { tag: given, added } = await addTag(blog, params.postId, params.tagName);
      if (!added) status(200);
      return given;
    },
  }),
  route('DELETE', '/api/tag/:id', 'Remove a tag from its post', {
    params: byId,
    response: removed,
    handle: ({ blog, params }) => removeTag(blog, params.id),
  }),

  route('GET', '/api/cat/all', 'All categories; for visitors without those that only inactive posts are in', {
    access: 'public',
    response: z.array(category),
    handle: ({ blog, viewer }) => allCategories(blog, viewer),
  }),
  route('POST', '/api/admin/cat', 'Create a category', {
    body: categoryInput,
    status: 201,
    response: category,
    handle: ({ blog, body }) => createCategory(blog, body.category_path, body.title),
  }),
  route('PUT', '/api/admin/cat/:postId/:catId', 'Give a post a category; 0 takes it away', {
    params: z.object({ postId: idNumeral, catId: idOrZero }),
    response: post,
    handle: ({ blog, viewer, params }) => setCategory(blog, viewer, params.postId, params.catId),
  }),
  route(
    'GET',
    '/api/admin/category-rename',
    'The rename of a category that runs in the background, or has failed',
    {
      response: z.object({ rename: categoryRename.nullable() }),
      handle: async ({ blog }) => ({ rename: await currentRename(blog) }),
    },
  ),
  route('PUT', '/api/admin/cat/:catId', 'Change path and title of a category, and the paths below it', {
    params: byCategory,
    body: categoryInput,
    response: renamedCategory,
    handle: ({ blog, params, body }) => renameCategory(blog, params.catId, body.category_path, body.title),
  }),
  route('DELETE', '/api/admin/cat/:catId', 'Delete a category that no post uses', {
    params: byCategory,
    response: removed,
    handle: ({ blog, params }) => removeCategory(blog, params.catId),
  }),
];
