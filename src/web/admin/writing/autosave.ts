import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Post } from '../../../contract/posts.ts';
import type { Draft } from '../../../contract/writing.ts';
import { adminApi } from '../admin-api.ts';
import { nameOf, type PostValues } from '../post-saving.ts';
import type { Typed } from '../typed.ts';

const everyMs = 3_000;

const draftOf = ({ post_title, post_content, version }: PostValues): Omit<Draft, 'date'> => ({
  post_title,
  post_content,
  version,
});

/** A draft of the server as what was typed into the form; null when it says what is saved. */
export function typedOf(draft: Draft, saved: PostValues, path: string): Typed<PostValues> | null {
  const { date, ...text } = draft;
  const values = { ...saved, ...text };
  const same = saved.post_title === draft.post_title && saved.post_content === draft.post_content;
  return same ? null : { name: nameOf(values), path, at: date, values };
}

/**
 * Keeps what is typed into an inactive post on the server every few seconds, beside the post. An active post is
 * changed by Save alone, and its text is kept in the browser. A failure is tried again with the next words.
 */
export function useAutosave(post: Post | null, values: PostValues, isSaving: boolean) {
  const [keptAt, setKeptAt] = useState<string | null>(null);
  const latest = useRef({ values, isSaving });
  useLayoutEffect(() => {
    latest.current = { values, isSaving };
  });
  const sent = useRef(JSON.stringify(draftOf(values)));
  const running = useRef<Promise<void> | null>(null);
  const id = post?.active === 0 ? post.id : null;

  useEffect(() => {
    if (id === null) return;
    const keep = async () => {
      const draft = draftOf(latest.current.values);
      const text = JSON.stringify(draft);
      if (text === sent.current) return;
      await adminApi.keepDraft(id, draft);
      sent.current = text;
      setKeptAt(new Date().toISOString());
    };
    const timer = setInterval(() => {
      if (running.current || latest.current.isSaving) return;
      running.current = keep()
        .catch(() => {})
        .finally(() => {
          running.current = null;
        });
    }, everyMs);
    return () => clearInterval(timer);
  }, [id]);

  return { keptAt, settle: async () => void (await running.current) };
}
