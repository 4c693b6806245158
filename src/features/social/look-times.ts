const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Most replies come soon: how often a shared post is looked at, by its age. */
const steps = [
  { age: hour, every: 5 * minute },
  { age: 6 * hour, every: 15 * minute },
  { age: day, every: hour },
  { age: 7 * day, every: 6 * hour },
  { age: 30 * day, every: day },
  { age: 120 * day, every: 7 * day },
];

export const firstLookMs = 2 * minute;
/** Older ones are not looked at any more. */
export const watchedMs = 120 * day;
/** Failures in a row until it is given up. */
const maxFailures = 20;

/** When a shared post is looked at again; null: never. */
export function nextLook(shared: string, now: Date, failures: number): string | null {
  const age = now.getTime() - Date.parse(shared);
  const step = steps.find((one) => age < one.age);
  if (!step || failures >= maxFailures) return null;
  const backoff = failures === 0 ? 0 : Math.min(day, 5 * minute * 2 ** failures);
  return new Date(now.getTime() + Math.max(step.every, backoff)).toISOString();
}
