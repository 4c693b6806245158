const day = 24 * 60 * 60 * 1000;
const lastKept = 20;
const dailyDays = 30;

/**
 * The revisions to delete, given all of a post, newest first. The last 20 are kept at any age; of older ones the newest of
 * each day for 30 days, then the newest of each week.
 */
export function expiredRevisions<Revision extends { date: string }>(
  revisions: readonly Revision[],
  now: Date,
): Revision[] {
  const seen = new Set<string>();
  return revisions.slice(lastKept).filter(({ date }) => {
    const time = Date.parse(date);
    const days = Math.floor(time / day);
    const span = now.getTime() - time < dailyDays * day ? `day ${days}` : `week ${Math.floor(days / 7)}`;
    const isExpired = seen.has(span);
    seen.add(span);
    return isExpired;
  });
}
