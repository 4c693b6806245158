const day = 24 * 60 * 60 * 1000;

/**
 * When the comments of a post close, in milliseconds: at once, after so many days (0: never) or never. A post with an earlier
 * date than that of its publication can be commented on for as long as others.
 */
export function closesAt(
  post: { comments_open: number; post_date: string; first_active_date: string | null },
  days: number,
): number {
  if (post.comments_open === 0) return 0;
  if (days === 0) return Number.POSITIVE_INFINITY;
  const published = Math.max(
    Date.parse(post.post_date),
    Date.parse(post.first_active_date ?? post.post_date),
  );
  return published + days * day;
}
