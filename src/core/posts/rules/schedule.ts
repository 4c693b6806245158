type Before = {
  post_date: string;
  date_given: number;
  scheduled_date: string | null;
  first_active_date: string | null;
};
type Requested = {
  active?: boolean | undefined;
  post_date?: string | undefined;
  scheduled_date?: string | null | undefined;
};
type Publishing = {
  active?: 0 | 1;
  post_date?: string;
  date_given?: 1;
  scheduled_date?: string | null;
};

/**
 * The new status and dates of a post. A post date set by the author is kept; otherwise it becomes the time of the first
 * activation. A scheduled post is inactive until its scheduled date, which is also its post date; a date in the past
 * publishes at once. `before` is null for a new post.
 */
export function publishing(before: Before | null, requested: Requested, now: string): Publishing {
  const { active, scheduled_date } = requested;
  // The form sends the current date back; only a different one was set by the author.
  const set = requested.post_date === before?.post_date ? undefined : requested.post_date;
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
  const endsSchedule =
    before !== null && before.scheduled_date !== null && (scheduled_date === null || active);
  if (endsSchedule) result.scheduled_date = null;
  const first = active === true && (before === null || before.first_active_date === null);
  if ((first || endsSchedule) && !given) result.post_date = now;
  return result;
}
