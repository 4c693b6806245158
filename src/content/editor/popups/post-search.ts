import { useEffect, useState } from 'react';

export type FoundPost = { title: string; url: string };

/** Finds posts of this site by their title and text. */
export type FindPosts = (query: string, signal: AbortSignal) => Promise<readonly FoundPost[]>;

const delayMs = 200;
const none: readonly FoundPost[] = [];

/** What to search for; null for what is too short, or looks like a URL. */
export function searchQuery(text: string): string | null {
  const query = text.trim();
  return query.length < 2 || query.length > 100 || /^[#/]|[:/@]|\w\.\w/.test(query) ? null : query;
}

/** The posts found for what was typed, after a pause in typing. */
export function usePostSearch(findPosts: FindPosts | undefined, typed: string): readonly FoundPost[] {
  const query = searchQuery(typed);
  const [found, setFound] = useState<{ query: string; posts: readonly FoundPost[] } | null>(null);

  useEffect(() => {
    if (!findPosts || query === null) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      findPosts(query, controller.signal).then(
        (posts) => !controller.signal.aborted && setFound({ query, posts }),
        // The search is an offer; the field works without it.
        () => {},
      );
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [findPosts, query]);

  return query === null ? none : (found?.posts ?? none);
}
