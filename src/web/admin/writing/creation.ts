import { useRef } from 'react';
import type { Post } from '../../../contract/posts.ts';
import type { DraftState } from '../../../contract/writing.ts';
import { adminApi, type PostInput } from '../data/admin-api.ts';

/**
 * The creation of a new post. Saving and uploading images share one request, so that a form never creates more than one
 * post.
 */
export function useCreation() {
  const created = useRef<Promise<Post> | null>(null);
  const reset = () => {
    created.current = null;
  };
  return {
    /** The post that was or is being created, or null. */
    current: (): Promise<Post> | null => created.current,
    create: (text: PostInput, drafts: DraftState[]): Promise<Post> => {
      created.current ??= adminApi.createPost(text, drafts);
      created.current.catch(reset);
      return created.current;
    },
    /** For a post that was deleted: the next save creates another one. */
    reset,
  };
}
