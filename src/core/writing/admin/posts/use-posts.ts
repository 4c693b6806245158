import { useMemo } from 'react';
import { useOptimisticState } from '../../../../platform/admin/data/use-optimistic.ts';
import { useNotices } from '../../../../platform/admin/frame/notices.tsx';
import type { AdminPost } from '../../../posts/api/posts.ts';

type Change = (post: AdminPost) => AdminPost;

export type PostActions = {
  /** Changes a post in the list only. */
  edit(id: number, change: Change): void;
  /** Updates a post optimistically: if the request fails, the change is undone and the error shown. */
  update<Result>(
    id: number,
    change: { apply: Change; undo: Change; request: () => Promise<Result> },
  ): Promise<Result | undefined>;
  /** Removes a post optimistically. Returns false if the request failed. */
  remove(id: number, request: () => Promise<unknown>): Promise<boolean>;
};

/** The posts of one page of the list, with optimistic updates. */
export function usePosts(loaded: AdminPost[]): { posts: AdminPost[]; actions: PostActions } {
  const [posts, setPosts] = useOptimisticState(loaded);
  const { reportError } = useNotices();
  const actions = useMemo<PostActions>(() => {
    const edit = (id: number, change: Change) =>
      setPosts((posts) => posts.map((post) => (post.id === id ? change(post) : post)));
    return {
      edit,
      async update(id, { apply, undo, request }) {
        edit(id, apply);
        try {
          return await request();
        } catch (error) {
          edit(id, undo);
          reportError(error);
        }
      },
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
  }, [setPosts, reportError]);
  return { posts, actions };
}
