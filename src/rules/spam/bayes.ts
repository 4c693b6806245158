export type Counts = { fine: number; spam: number };

/** Below this many comments of either kind, words say nothing yet. */
const fewest = 3;
const mostTelling = 20;
const least = 0.1;

/**
 * How likely a comment with these words is spam, after what was approved and deleted before (0.5: no idea). The
 * likelihoods of its most telling words are combined by Fisher's method, which stays near the middle when words
 * disagree.
 */
export function spamLikelihood(
  words: readonly string[],
  known: ReadonlyMap<string, Counts>,
  comments: Counts,
): { likelihood: number; deleted: string[] } {
  if (comments.fine < fewest || comments.spam < fewest) return { likelihood: 0.5, deleted: [] };
  const telling = words
    .map((word) => ({ word, spam: ofWord(known.get(word), comments) }))
    .filter(({ spam }) => Math.abs(spam - 0.5) >= least)
    .sort((a, b) => Math.abs(b.spam - 0.5) - Math.abs(a.spam - 0.5))
    .slice(0, mostTelling);
  const sum = (of: (spam: number) => number) => telling.reduce((total, { spam }) => total + of(spam), 0);
  const evidence = (logarithms: number) => 1 - chanceOfMore(-2 * logarithms, 2 * telling.length);
  const forSpam = evidence(sum((spam) => Math.log(1 - spam)));
  const against = evidence(sum((spam) => Math.log(spam)));
  return {
    likelihood: (1 + forSpam - against) / 2,
    deleted: telling.filter(({ spam }) => spam > 0.5).map(({ word }) => word),
  };
}

/** One word's share of spam, pulled towards the middle while it was seen seldom; never quite 0 or 1. */
function ofWord(seen: Counts | undefined, comments: Counts): number {
  const times = (seen?.fine ?? 0) + (seen?.spam ?? 0);
  if (!seen || times === 0) return 0.5;
  const spam = Math.min(1, seen.spam / comments.spam);
  const fine = Math.min(1, seen.fine / comments.fine);
  return (0.5 + times * (spam / (spam + fine))) / (1 + times);
}

/** The chance that chi-squared of an even number of degrees of freedom is larger than this. */
function chanceOfMore(chi: number, degrees: number): number {
  const half = chi / 2;
  let term = Math.exp(-half);
  let total = term;
  for (let step = 1; step < degrees / 2; step++) {
    term *= half / step;
    total += term;
  }
  return degrees === 0 ? 1 : Math.min(1, total);
}
