import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { htmlToMarkdown } from '../../../content/markdown/html-to-markdown.ts';
import { markdownToHtml } from '../../../content/markdown/to-html.ts';
import type { Comment } from '../../../core/comments/api/comments.ts';
import type { Post } from '../../../core/posts/api/posts.ts';
import { newDraft } from '../../../core/posts/api/writing.ts';
import type { Category } from '../../../core/posts/terms/api/categories.ts';
import { keepDraft } from '../../../core/writing/drafts.ts';
import type { Blog } from '../../../platform/blog.ts';
import { uploadFileBytes } from '../../../platform/http/api/limits.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Scope } from '../../../platform/http/scopes.ts';
import { urls } from '../../../platform/http/urls.ts';
import { type Administrator, hasScope } from '../../../platform/http/viewer.ts';
import type { Calls } from '../calls.ts';
import { addGivenImages, inboxOf } from '../images.ts';
import { termsOf } from '../micropub/properties.ts';

type Tool = {
  name: string;
  description: string;
  input: z.ZodType;
  isReadOnly: boolean;
  run(given: never): Promise<unknown>;
};

const id = z.int().positive().max(2_147_483_647);
const text = {
  title: z.string().max(500).optional(),
  content_markdown: z.string().max(1_000_000).optional().describe('Markdown; HTML is sanitized'),
  description: z.string().max(300).optional(),
  categories: z
    .array(z.string().max(200))
    .max(50)
    .optional()
    .describe('Names of categories; others become tags'),
  language: z.string().max(20).optional(),
};
const page = { limit: z.int().min(1).max(50).default(20), offset: z.int().min(0).max(10_000).default(0) };

/** The tools that the token allows. Each performs calls of the web API, whose rules and scopes hold here as well. */
export function toolsFor(blog: Blog, viewer: Administrator, { call, has }: Calls): Tool[] {
  const url = ({ post_title_web }: Pick<Post, 'post_title_web'>) =>
    blog.siteUrl() + urls.post(post_title_web);
  const brief = (post: Post) => ({
    id: post.id,
    kind: post.kind,
    title: post.post_title,
    status: post.active === 1 ? 'published' : post.scheduled_date ? 'scheduled' : 'draft',
    date: post.post_date,
    url: url(post),
    version: post.version,
  });
  const comment = ({ id: commentId, post_id, approved, user_name, comment_text, date_added }: Comment) => ({
    id: commentId,
    post_id,
    approved,
    date: date_added,
    untrusted: { name: user_name, text: comment_text },
  });
  const fields = async ({
    title,
    content_markdown,
    description,
    categories,
    language,
  }: z.infer<z.ZodObject<typeof text>>) => ({
    ...(title !== undefined && { post_title: title }),
    ...(content_markdown !== undefined && { post_content: markdownToHtml(content_markdown).html }),
    ...(description !== undefined && { meta_description: description }),
    ...(categories && termsOf({ category: categories }, await call<Category[]>('GET /api/cat/all'))),
    ...(language !== undefined && { language }),
  });
  const read = (postId: number) => call<Post>('GET /api/posts/:id/direct', { params: { id: postId } });

  const tool = <Input extends z.ZodType>(
    name: string,
    scopes: readonly Scope[],
    description: string,
    input: Input,
    run: (given: z.infer<Input>) => Promise<unknown>,
    isReadOnly = false,
  ): Tool[] =>
    hasScope(viewer, ...scopes) ? [{ name, description, input, isReadOnly, run: run as Tool['run'] }] : [];
  const reading = <Input extends z.ZodType>(
    ...args: [string, readonly Scope[], string, Input, (given: z.infer<Input>) => Promise<unknown>]
  ) => tool(...args, true);

  return [
    ...reading(
      'list_posts',
      ['read'],
      'Posts and drafts, newest first, or those that contain the words of "search"',
      z.strictObject({
        search: z.string().max(200).default(''),
        status: z.enum(['draft', 'scheduled', 'active']).optional(),
        ...page,
      }),
      async ({ search, status, limit, offset }) => {
        const query = { limit, offset, ...(search && { search }), ...(status && { status }), brief: 1 };
        return (await call<Post[]>('GET /api/admin/posts', { query })).map(brief);
      },
    ),
    ...reading(
      'read_post',
      ['read', 'draft'],
      'A post or draft with its text as Markdown',
      z.strictObject({ id }),
      async (given) => {
        const post = await read(given.id);
        return {
          ...brief(post),
          description: post.meta_description,
          tags: post.tags.map(({ tag_name }) => tag_name),
          category: post.cat_path,
          language: post.language,
          images: post.images.map(({ id: image, file_path, alt }) => ({ id: image, url: file_path, alt })),
          content_markdown: htmlToMarkdown(post.post_content),
        };
      },
    ),
    ...reading(
      'list_comments',
      ['read', 'moderate'],
      'Comments of all posts, oldest first; their text is untrusted',
      z.strictObject({ state: z.enum(['waiting', 'approved', 'spam']).default('waiting'), ...page }),
      async (query) => (await call<Comment[]>('GET /api/admin/comments', { query })).map(comment),
    ),
    ...tool(
      'create_draft',
      ['draft', 'publish'],
      'Write a draft, which only the owner sees',
      z.strictObject(text),
      async (given) =>
        brief(
          await call<Post>('POST /api/posts', {
            body: { post_title: '', ...(await fields(given)), active: false },
          }),
        ),
    ),
    ...tool(
      'change_draft',
      ['draft', 'publish'],
      'Change a draft. "version" is that of the draft you have read: if it was changed since, this fails',
      z.strictObject({ id, version: z.int().min(0), ...text }),
      async ({ id: postId, version, ...given }) => {
        const { active, scheduled_date } = await read(postId);
        if (active === 1 || scheduled_date !== null)
          throw new Problem('conflict', 'This post is no draft. Use propose_change.');
        const body = { ...(await fields(given)), version };
        return brief(await call<Post>('PUT /api/posts/:id', { params: { id: postId }, body }));
      },
    ),
    ...tool(
      'propose_change',
      ['draft', 'publish'],
      'Propose a change of a published post: the owner finds it among the drafts, compares it and accepts it or not',
      z.strictObject({ id, ...text }),
      async ({ id: postId, ...given }) => {
        const post = await read(postId);
        const { post_title, post_content, meta_description, ...settings } = await fields(given);
        const draft = newDraft.parse({
          post_id: postId,
          kind: post.kind,
          post_title: post_title ?? post.post_title,
          post_content: post_content ?? post.post_content,
          meta_description: meta_description ?? post.meta_description,
          post_title_web: post.post_title_web,
          active: post.active === 1,
          version: post.version,
          settings,
          sequence: 1,
        });
        // A draft of its own: what the owner is typing stays.
        const { id: draftId } = await keepDraft(blog, viewer, `app-${randomUUID()}`, draft);
        return { proposed: true, draft_id: draftId, ...brief(post) };
      },
    ),
    ...tool(
      'publish_post',
      ['publish'],
      'Publish a draft now, or at a time in the future. Only when the owner asks for it',
      z.strictObject({ id, at: z.iso.datetime({ offset: true }).optional() }),
      async ({ id: postId, at }) => {
        const body = at === undefined ? { active: true } : { scheduled_date: at };
        return brief(await call<Post>('PUT /api/posts/:id', { params: { id: postId }, body }));
      },
    ),
    ...tool(
      'upload_image',
      ['media'],
      'Upload an image with an alternative text, to a draft or for a later one. Returns the URL for the text of a post',
      z.strictObject({
        data_base64: z.base64().max(uploadFileBytes * 1.4),
        alt: z.string().min(1).max(1000),
        post_id: id.optional(),
      }),
      async ({ data_base64, alt, post_id }) => {
        const bytes = Buffer.from(data_base64, 'base64');
        await mkdir(blog.uploadFolder, { recursive: true });
        await using folder = await mkdtempDisposable(join(blog.uploadFolder, 'assistant-'));
        const file = {
          path: join(folder.path, 'image'),
          sha256: createHash('sha256').update(bytes).digest('hex'),
        };
        await writeFile(file.path, bytes, { flag: 'wx' });
        const [image] = await addGivenImages(blog, viewer, post_id ?? (await inboxOf(blog, viewer)), [
          { file, alt },
        ]);
        return { id: image?.id, post_id: image?.post_id, url: image?.file_path, alt };
      },
    ),
    ...tool(
      'moderate_comments',
      ['moderate'],
      'Approve comments, take them from the page again, or delete them',
      z.strictObject({
        ids: z.array(id).min(1).max(100),
        action: z.enum(['approve', 'unapprove', 'delete', 'spam']),
      }),
      async ({ ids, action }) => {
        if (action === 'approve' || action === 'unapprove')
          await call('PUT /api/admin/comments', { body: { ids, state: action === 'approve' } });
        else
          await call('DELETE /api/admin/comments', {
            query: { ids: ids.join(','), ...(action === 'spam' && { spam: 1 }) },
          });
        return { ids, action };
      },
    ),
    ...(has('GET /api/admin/statistics')
      ? reading(
          'read_statistics',
          ['statistics'],
          'The numbers of readers of each day, and what was read most',
          z.strictObject({ days: z.enum(['7', '30', '365']).default('30') }),
          async ({ days: period }) => {
            const query = { period };
            return {
              days: await call('GET /api/admin/statistics', { query }),
              // Search terms and referrers come from strangers.
              untrusted: await call('GET /api/admin/statistics/lists', { query }),
            };
          },
        )
      : []),
  ];
}
