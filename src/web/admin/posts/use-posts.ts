import { useMemo } from 'react';
import type { AdminPost } from '../../../contract/posts.ts';
import { useOptimisticState } from '../data/use-optimistic.ts';
import { useNotices } from '../frame/notices.tsx';

type Change = (post: AdminPost) => AdminPost;

export type PostActions = {
  edit(id: number, change: Change): void;
  /** Shows a change at once; when the server refuses, it is undone and the reason told. */
  attempt<Answer>(
    id: number,
    change: { apply: Change; undo: Change; call: () => Promise<Answer> },
  ): Promise<Answer | undefined>;
  /** Takes a post off the list while `call` deletes it; back it comes when that fails. */
  remove(id: number, call: () => Promise<unknown>): Promise<boolean>;
};

/** The posts of one page, as the server sent them and as the person changes them. */
export function usePosts(loaded: AdminPost[]): { posts: AdminPost[]; actions: PostActions } {
  const [posts, setPosts] = useOptimisticState(loaded);
  const { reportError } = useNotices();
  const actions = useMemo<PostActions>(() => {
    const edit = (id: number, change: Change) =>
      setPosts((posts) => posts.map((post) => (post.id === id ? change(post) : post)));
    return {
      edit,
      async attempt(id, { apply, undo, call }) {
        edit(id, apply);
        try {
          return await call();
        } catch (error) {
          edit(id, undo);
          reportError(error);
        }
      },
      async remove(id, call) {
        let gone: { post: AdminPost; place: number } | undefined;
        setPosts((posts) => {
          const place = posts.findIndex((post) => post.id === id);
          const post = posts[place];
          if (post) gone = { post, place };
          return posts.filter((other) => other.id !== id);
        });
        try {
          await call();
          return true;
        } catch (error) {
          setPosts((posts) => (gone ? posts.toSpliced(gone.place, 0, gone.post) : posts));
          reportError(error);
          return false;
        }
      },
    };
  }, [setPosts, reportError]);
  return { posts, actions };
}

export const titleOf = (post: { post_title: string }): string => post.post_title || 'Untitled';
