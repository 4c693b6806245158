import { useRef } from 'react';
import type { Post } from '../../../contract/posts.ts';
import type { DraftState } from '../../../contract/writing.ts';
import { adminApi, type PostInput } from '../data/admin-api.ts';

/**
 * The creation of a new post. Images, Save and whatever else needs its id share one call, so that a form never makes
 * more than one post.
 */
export function useCreation() {
  const created = useRef<Promise<Post> | null>(null);
  const reset = () => {
    created.current = null;
  };
  return {
    /** The post that is being created or was; null when none is. */
    current: (): Promise<Post> | null => created.current,
    create: (text: PostInput, drafts: DraftState[]): Promise<Post> => {
      created.current ??= adminApi.createPost(text, drafts);
      created.current.catch(reset);
      return created.current;
    },
    /** The post is gone: the next save creates another one. */
    reset,
  };
}
