import { callsOf } from '../../../platform/admin/data/calls.ts';
import { removing } from '../../../platform/admin/data/no-room-in-bin.ts';
import type { BulkChange } from '../../posts/api/bulk.ts';
import type { Post } from '../../posts/api/posts.ts';
import type { postRoutes } from '../../posts/routes.ts';

const { call, callForStatus, page } = callsOf<typeof postRoutes>();

const posts = page('/api/admin/posts');
const post = call('GET', '/api/posts/:id');
const createPost = callForStatus('POST', '/api/posts');
const removePost = call('DELETE', '/api/posts/:id');
const bulk = call('POST', '/api/admin/posts/bulk');

/** `isRepeated`: an earlier request created the post, whose response was lost. */
export type Created = { post: Post; isRepeated: boolean };
export type PostInput = Omit<Parameters<typeof createPost>[0], 'drafts' | 'creation_id'>;

export const postCalls = {
  posts: (query: NonNullable<Parameters<typeof posts>[0]>) => posts({ ...query, brief: 1 }),
  postCounts: call('GET', '/api/admin/post-counts'),
  /** With their texts. */
  drafts: (query: NonNullable<Parameters<typeof posts>[0]>) => posts({ ...query, status: 'draft' }),
  post: async (id: number): Promise<Post> => {
    const [found] = await post({ id });
    return found as Post;
  },
  createPost: async (input: Parameters<typeof createPost>[0]): Promise<Created> => {
    const { body, status } = await createPost(input);
    return { post: body, isRepeated: status === 200 };
  },
  series: call('GET', '/api/admin/series'),
  savePost: call('PUT', '/api/posts/:id'),
  setStatus: call('PUT', '/api/posts/status/:id/:status'),
  removePost: (id: number) =>
    removing(
      () => removePost({ id }),
      async () => {
        await removePost({ id, for_good: 'true' });
        return 1;
      },
    ),
  bulk: (change: BulkChange) =>
    change.action === 'bin'
      ? removing(
          () => bulk(change),
          async () => (await bulk({ ...change, action: 'delete' })).filter(({ done }) => done).length,
        )
      : bulk(change),
};
