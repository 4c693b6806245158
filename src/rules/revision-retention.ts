const day = 24 * 60 * 60 * 1000;
const lastKept = 20;
const dailyDays = 30;

/**
 * Which versions of a post, newest first, are too many. The last 20 stay whatever their age; of older ones the newest
 * of each day stays for 30 days, then the newest of each week.
 */
export function expiredRevisions<Version extends { date: string }>(
  versions: readonly Version[],
  now: Date,
): Version[] {
  const seen = new Set<string>();
  return versions.slice(lastKept).filter(({ date }) => {
    const time = Date.parse(date);
    const days = Math.floor(time / day);
    const span = now.getTime() - time < dailyDays * day ? `day ${days}` : `week ${Math.floor(days / 7)}`;
    const tooMany = seen.has(span);
    seen.add(span);
    return tooMany;
  });
}
