type Dates = {
  post_date: string;
  date_given: number;
  scheduled_date: string | null;
  first_active_date: string | null;
};
type Wish = {
  active?: boolean | undefined;
  post_date?: string | undefined;
  scheduled_date?: string | null | undefined;
};
export type Publishing = {
  active?: 0 | 1;
  post_date?: string;
  date_given?: 1;
  scheduled_date?: string | null;
};

/**
 * What becomes of a post's status and dates. A date that the author set stays. Any other becomes the moment of the
 * first activation. A scheduled post is inactive until its time has come and carries that time as its date; a time
 * that has passed publishes at once. `before` is null for a new post.
 */
export function publishing(before: Dates | null, wish: Wish, now: string): Publishing {
  const { active, scheduled_date } = wish;
  // The form sends back the date that it was filled with: that is not the author setting a date.
  const set = wish.post_date === before?.post_date ? undefined : wish.post_date;
  const result: Publishing = set === undefined ? {} : { post_date: set, date_given: 1 };
  const given = set !== undefined || before?.date_given === 1;
  if (scheduled_date) {
    const due = scheduled_date <= now;
    return {
      ...result,
      ...(given ? {} : { post_date: scheduled_date }),
      active: due ? 1 : 0,
      scheduled_date: due ? null : scheduled_date,
    };
  }
  if (active !== undefined) result.active = active ? 1 : 0;
  const endsWait = before !== null && before.scheduled_date !== null && (scheduled_date === null || active);
  if (endsWait) result.scheduled_date = null;
  const first = active === true && (before === null || before.first_active_date === null);
  if ((first || endsWait) && !given) result.post_date = now;
  return result;
}
