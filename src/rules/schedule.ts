type Dates = { post_date: string; scheduled_date: string | null };
type Wish = {
  active?: boolean | undefined;
  post_date?: string | undefined;
  scheduled_date?: string | null | undefined;
};
export type Publishing = { active?: 0 | 1; post_date?: string; scheduled_date?: string | null };

/**
 * What becomes of a post's status and dates. A scheduled post is inactive until its time has come and carries that
 * time as its date, unless it was given another; a time that has passed publishes at once. `before` is null for a new post.
 */
export function publishing(before: Dates | null, wish: Wish, now: string): Publishing {
  const { active, post_date, scheduled_date } = wish;
  const waits = before !== null && before.scheduled_date !== null;
  const hasOwnDate = waits && before.post_date !== before.scheduled_date;
  if (scheduled_date) {
    const due = scheduled_date <= now;
    return {
      active: due ? 1 : 0,
      scheduled_date: due ? null : scheduled_date,
      post_date: post_date ?? (hasOwnDate ? before.post_date : scheduled_date),
    };
  }
  const result: Publishing = {};
  if (active !== undefined) result.active = active ? 1 : 0;
  if (post_date !== undefined) result.post_date = post_date;
  if (waits && (scheduled_date === null || active)) {
    result.scheduled_date = null;
    if (!hasOwnDate) result.post_date ??= now;
  }
  return result;
}
