import { useRef } from 'react';
import type { DraftState } from '../../posts/api/writing.ts';
import { type Created, type PostInput, postCalls } from './post-calls.ts';

/**
 * The creation of a new post. Saving and uploading images share one request, so that a form never creates more than one
 * post.
 */
export function useCreation() {
  const created = useRef<Promise<Created> | null>(null);
  const reset = () => {
    created.current = null;
  };
  return {
    /** The post that was or is being created, or null. */
    current: (): Promise<Created> | null => created.current,
    create: (text: PostInput, drafts: DraftState[], creationId: string): Promise<Created> => {
      created.current ??= postCalls.createPost({ ...text, drafts, creation_id: creationId });
      created.current.catch(reset);
      return created.current;
    },
    /** For a post that was deleted: the next save creates another one. */
    reset,
  };
}
