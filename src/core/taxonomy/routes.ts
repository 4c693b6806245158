import { z } from 'zod';
import { maxTagLength } from '../../platform/http/api/limits.ts';
import { route } from '../../platform/http/api/route.ts';
import { idNumeral, idOrZero, removed, text } from '../../platform/http/api/text.ts';
import { post } from '../posts/api/posts.ts';
import { allCategories } from '../posts/categories.ts';
import { category, categoryInput, categoryRename, renamedCategory } from '../posts/terms/api/categories.ts';
import { tag, tagChange, tagSuggestion } from '../posts/terms/api/tags.ts';
import { createCategory, removeCategory, setCategory } from './categories.ts';
import { currentRename, renameCategory } from './rename-category.ts';
import { addTag, removeTag, renameTag, suggestedTags, tagsOfNames } from './tags.ts';

/** Web names separated by commas, within what a URL can hold. */
const maxTagListLength = 8000;
const byId = z.object({ id: idNumeral });
const byCategory = z.object({ catId: idNumeral });

export const taxonomyRoutes = [
  route(
    'GET',
    '/api/admin/tags',
    'Tags that begin with the search, or those of a list of web names, or else the most used ones',
    {
      scope: ['read'],
      query: z.object({ search: text(maxTagLength).default(''), names: text(maxTagListLength).default('') }),
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
    scope: ['publish'],
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
    scope: ['publish'],
    params: byId,
    response: removed,
    handle: ({ blog, params }) => removeTag(blog, params.id),
  }),

  route('GET', '/api/cat/all', 'All categories; for visitors without those that only inactive posts are in', {
    scope: ['read'],
    access: 'public',
    response: z.array(category),
    handle: ({ blog, viewer }) => allCategories(blog, viewer),
  }),
  route('POST', '/api/admin/cat', 'Create a category', {
    scope: ['publish'],
    body: categoryInput,
    status: 201,
    response: category,
    handle: ({ blog, body }) => createCategory(blog, body.category_path, body.title, body.description),
  }),
  route('PUT', '/api/admin/cat/:postId/:catId', 'Give a post a category; 0 takes it away', {
    scope: ['publish'],
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
  route(
    'PUT',
    '/api/admin/cat/:catId',
    'Change path, title and description of a category, and the paths below it',
    {
      params: byCategory,
      body: categoryInput,
      response: renamedCategory,
      handle: ({ blog, params, body }) =>
        renameCategory(blog, params.catId, body.category_path, body.title, body.description),
    },
  ),
  route('DELETE', '/api/admin/cat/:catId', 'Delete a category that no post uses', {
    params: byCategory,
    response: removed,
    handle: ({ blog, params }) => removeCategory(blog, params.catId),
  }),
];
