import { prior } from './prior.ts';
import { isStopWord } from './stop-words.ts';

export type Counts = { fine: number; spam: number };

const maxTrained = 20;
/** A word that was seen once counts as much as this many times that say nothing. */
const doubt = 1;
/** What the owner trained counts half with this many samples of the other kind, and nothing without any. */
export const fewSamples = 3;
/** How many decisions of the owner about a word weigh as much as what the filter knew from the start. */
const priorWeight = 6;
/** What the evidence has to outweigh: less is what any text has. */
const leastEvidence = -prior.bias - Math.log(3);

/**
 * The probability that a comment with these words is spam, from the weights that ship with the filter and from the decisions of the owner
 * (0.5: unknown). It adds up the evidence of words, as a naive Bayes classifier does.
 */
export function spamLikelihood(
  words: readonly string[],
  known: ReadonlyMap<string, Counts>,
  samples: Counts,
): { likelihood: number; spamWords: string[] } {
  const evidence = words
    .filter((word) => !isStopWord(word))
    .map((word) => ({ word, ...evidenceOf(word, known.get(word), samples) }))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const shipped = evidence.filter(({ isTrained }) => !isTrained);
  const trained = evidence.filter(({ isTrained }) => isTrained).slice(0, maxTrained);
  const sum = [...shipped, ...trained].reduce((total, { points }) => total + points, 0);
  const odds = sum > 0 ? Math.max(0, sum - leastEvidence) : sum;
  return {
    likelihood: 1 / (1 + Math.exp(-odds)),
    spamWords: evidence.filter(({ points }) => points > 0.4).map(({ word }) => word),
  };
}

/** The share of spam among comments with a word, if there were as many samples of either kind. */
function shareOf({ fine, spam }: Counts, samples: Counts): number {
  const spamRate = Math.min(1, spam / Math.max(1, samples.spam));
  const fineRate = Math.min(1, fine / Math.max(1, samples.fine));
  return spamRate + fineRate === 0 ? 0.5 : spamRate / (spamRate + fineRate);
}

/** Names and hosts are known by the words that they consist of. */
function priorOf(token: string): number | undefined {
  const weight = prior.weights.get(token);
  if (weight !== undefined || !/^(link|name):/.test(token)) return weight;
  const parts = token.slice(token.indexOf(':') + 1).split(/[.-]/);
  const heaviest = Math.max(...parts.map((part) => prior.weights.get(part) ?? 0));
  return heaviest > 0 ? heaviest : undefined;
}

/** The logarithm of the odds that a comment with this word is spam, closer to 0 the less often it was seen. */
function evidenceOf(
  word: string,
  seen: Counts | undefined,
  samples: Counts,
): { points: number; isTrained: boolean } {
  const shipped = priorOf(word);
  if (!seen) return { points: shipped ?? 0, isTrained: false };
  const share = shareOf(seen, samples);
  // Words of spam are signs of it only as far as there are other comments to compare with, and the other way around.
  const compared = share > 0.5 ? samples.fine : samples.spam;
  const times = Math.max(0, ((seen.fine + seen.spam) * compared) / (compared + fewSamples));
  const likelihood = (doubt * 0.5 + times * share) / (doubt + times);
  const points = Math.log(likelihood / (1 - likelihood));
  return { points: shipped === undefined ? points : together(shipped, points, times), isTrained: true };
}

/** Where the owner agrees with what shipped, the stronger counts; otherwise the more decisions, the more the owner's. */
function together(shipped: number, trained: number, times: number): number {
  if (shipped * trained > 0) return Math.sign(shipped) * Math.max(Math.abs(shipped), Math.abs(trained));
  return (priorWeight * shipped + times * trained) / (priorWeight + times);
}
