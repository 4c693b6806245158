export type Counts = { fine: number; spam: number };

/** With fewer training comments of either kind, words are ignored. */
const fewestSamples = 3;
const maxSignificant = 20;
const leastSignificance = 0.1;

/**
 * The probability that a comment with these words is spam, trained on approved and deleted comments (0.5: unknown). The
 * probabilities of its most significant words are combined with Fisher's method, which stays near 0.5 when words disagree.
 */
export function spamLikelihood(
  words: readonly string[],
  known: ReadonlyMap<string, Counts>,
  samples: Counts,
): { likelihood: number; spamWords: string[] } {
  if (samples.fine < fewestSamples || samples.spam < fewestSamples) return { likelihood: 0.5, spamWords: [] };
  const significant = words
    .map((word) => ({ word, spam: wordLikelihood(known.get(word), samples) }))
    .filter(({ spam }) => Math.abs(spam - 0.5) >= leastSignificance)
    .sort((a, b) => Math.abs(b.spam - 0.5) - Math.abs(a.spam - 0.5))
    .slice(0, maxSignificant);
  const sum = (of: (spam: number) => number) => significant.reduce((total, { spam }) => total + of(spam), 0);
  const evidence = (logarithms: number) => 1 - chiSquaredTail(-2 * logarithms, 2 * significant.length);
  const forSpam = evidence(sum((spam) => Math.log(1 - spam)));
  const against = evidence(sum((spam) => Math.log(spam)));
  return {
    likelihood: (1 + forSpam - against) / 2,
    spamWords: significant.filter(({ spam }) => spam > 0.5).map(({ word }) => word),
  };
}

/** The spam probability of one word, closer to 0.5 the less often it was seen; never 0 or 1. */
function wordLikelihood(seen: Counts | undefined, samples: Counts): number {
  const times = (seen?.fine ?? 0) + (seen?.spam ?? 0);
  if (!seen || times === 0) return 0.5;
  const spam = Math.min(1, seen.spam / samples.spam);
  const fine = Math.min(1, seen.fine / samples.fine);
  return (0.5 + times * (spam / (spam + fine))) / (1 + times);
}

/** The upper tail of the chi-squared distribution with an even number of degrees of freedom. */
function chiSquaredTail(chi: number, degrees: number): number {
  const half = chi / 2;
  let term = Math.exp(-half);
  let total = term;
  for (let step = 1; step < degrees / 2; step++) {
    term *= half / step;
    total += term;
  }
  return degrees === 0 ? 1 : Math.min(1, total);
}
