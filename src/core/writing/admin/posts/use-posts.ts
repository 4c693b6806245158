import { useMemo } from 'react';
import { useOptimisticState } from '../../../../platform/admin/data/use-optimistic.ts';
import { useNotices } from '../../../../platform/admin/frame/notices.tsx';
import type { AdminPost } from '../../../posts/api/posts.ts';

type Change = (post: AdminPost) => AdminPost;

type Update<Result> = {
  apply: Change;
  undo: Change;
  request: () => Promise<Result>;
  /** What the notice says that offers to undo it, and the request that does. */
  done?: { text: string; revert: () => Promise<unknown> };
};

export type PostActions = {
  /** Changes a post in the list only. */
  edit(id: number, change: Change): void;
  /** Updates a post optimistically: if the request fails, the change is undone and the error shown. */
  update<Result>(id: number, change: Update<Result>): Promise<Result | undefined>;
  /** Removes a post optimistically. Returns false if the request failed. */
  remove(id: number, request: () => Promise<unknown>): Promise<boolean>;
};

/** The posts of one page of the list, with optimistic updates. */
export function usePosts(loaded: AdminPost[]): { posts: AdminPost[]; actions: PostActions } {
  const [posts, setPosts] = useOptimisticState(loaded);
  const { notify, reportError } = useNotices();
  const actions = useMemo<PostActions>(() => {
    const edit = (id: number, change: Change) =>
      setPosts((posts) => posts.map((post) => (post.id === id ? change(post) : post)));
    const update: PostActions['update'] = async (id, { apply, undo, request, done }) => {
      edit(id, apply);
      try {
        const result = await request();
        if (done)
          notify(
            done.text,
            async () => void (await update(id, { apply: undo, undo: apply, request: done.revert })),
            `post:${id}`,
          );
        return result;
      } catch (error) {
        edit(id, undo);
        reportError(error);
      }
    };
    return {
      edit,
      update,
      async remove(id, request) {
        let removed: { post: AdminPost; index: number } | undefined;
        setPosts((posts) => {
          const index = posts.findIndex((post) => post.id === id);
          const post = posts[index];
          if (post) removed = { post, index };
          return posts.filter((other) => other.id !== id);
        });
        try {
          await request();
          return true;
        } catch (error) {
          setPosts((posts) => (removed ? posts.toSpliced(removed.index, 0, removed.post) : posts));
          reportError(error);
          return false;
        }
      },
    };
  }, [setPosts, notify, reportError]);
  return { posts, actions };
}
