import { useRef } from 'react';
import type { Post } from '../../../contract/posts.ts';
import { adminApi, type PostText } from '../admin-api.ts';

/**
 * The creation of a new post. Images, Save and whatever else needs its id share one call, so that a form never makes
 * more than one post.
 */
export function useCreation(onCreated: (post: Post) => void) {
  const running = useRef<Promise<Post> | null>(null);
  return {
    running: (): Promise<Post> | null => running.current,
    create: (text: PostText): Promise<Post> => {
      running.current ??= adminApi
        .createPost(text)
        .then((post) => {
          onCreated(post);
          return post;
        })
        .finally(() => {
          running.current = null;
        });
      return running.current;
    },
  };
}
