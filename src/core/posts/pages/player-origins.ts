import type { Post } from '../api/posts.ts';

/** The origins of the players in a rendered post. */
export function playerOrigins({ post_content, post_content_shown }: Post): string[] {
  const html = post_content_shown ?? post_content;
  // Most posts have none.
  if (!html.includes(' data-player=')) return [];
  const urls = html.matchAll(/ data-player="(https:\/\/[^"\s]{1,2000})"/g);
  return [...new Set([...urls].flatMap(([, url = '']) => URL.parse(url)?.origin ?? []))].sort();
}
