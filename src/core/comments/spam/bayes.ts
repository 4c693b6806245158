import { prior } from './prior.ts';
import { isStopWord } from './stop-words.ts';

export type Counts = { fine: number; spam: number };

const maxSignificant = 20;
const leastSignificance = 0.1;
/** A word that was seen once counts as much as this many times that say nothing. */
const doubt = 1;
/** What the owner trained counts half with this many samples of the other kind, and nothing without any. */
export const fewSamples = 3;
/** What words have to outweigh, as a logarithm of odds: one or two decide nothing, and a long text has a few of any kind. */
const leastEvidence = 1;
const evidencePerWord = 0.07;
/** How many decisions of the owner about a word outweigh what the filter knew from the start. */
const maxPriorWeight = 6;

/**
 * The probability that a comment with these words is spam, from samples that ship with the filter and from the decisions of the owner
 * (0.5: unknown). It adds up the evidence of the most significant words, as a naive Bayes classifier does.
 */
export function spamLikelihood(
  words: readonly string[],
  known: ReadonlyMap<string, Counts>,
  samples: Counts,
): { likelihood: number; spamWords: string[] } {
  const content = words.filter((word) => !isStopWord(word));
  const significant = content
    .map((word) => ({ word, spam: wordLikelihood(word, known.get(word), samples) }))
    .filter(({ spam }) => Math.abs(spam - 0.5) >= leastSignificance)
    .sort((a, b) => Math.abs(b.spam - 0.5) - Math.abs(a.spam - 0.5))
    .slice(0, maxSignificant);
  const sum = significant.reduce((total, { spam }) => total + Math.log(spam / (1 - spam)), 0);
  const needed = leastEvidence + evidencePerWord * content.length;
  const odds = sum > 0 ? Math.max(0, sum - needed) : sum;
  return {
    likelihood: 1 / (1 + Math.exp(-odds)),
    spamWords: significant.filter(({ spam }) => spam > 0.5).map(({ word }) => word),
  };
}

/** The share of spam among comments with a word, if there were as many samples of either kind. */
function shareOf({ fine, spam }: Counts, samples: Counts): number {
  const spamRate = Math.min(1, spam / Math.max(1, samples.spam));
  const fineRate = Math.min(1, fine / Math.max(1, samples.fine));
  return spamRate + fineRate === 0 ? 0.5 : spamRate / (spamRate + fineRate);
}

/** Names and hosts are known by the words that they consist of. */
function priorOf(token: string): Counts | undefined {
  if (!token.includes(':')) return prior.words.get(token);
  const parts = token.slice(token.indexOf(':') + 1).split(/[.-]/);
  return parts.flatMap((part) => prior.words.get(part) ?? []).find(({ fine, spam }) => spam > fine);
}

/** The spam probability of one word, closer to 0.5 the less often it was seen; never 0 or 1. */
function wordLikelihood(word: string, seen: Counts | undefined, samples: Counts): number {
  const shipped = priorOf(word);
  const shippedTimes = shipped ? Math.min(maxPriorWeight, shipped.fine + shipped.spam) : 0;
  const shippedShare = shipped ? shareOf(shipped, prior.samples) : 0.5;
  const trainedShare = seen ? shareOf(seen, samples) : 0.5;
  // Words of spam are signs of it only as far as there are other comments to compare with, and the other way around.
  const compared = trainedShare > 0.5 ? samples.fine : samples.spam;
  const trainedTimes = seen ? ((seen.fine + seen.spam) * compared) / (compared + fewSamples) : 0;
  const times = shippedTimes + trainedTimes;
  return (
    (doubt * 0.5 + shippedTimes * shippedShare + trainedTimes * trainedShare) / (doubt + Math.max(0, times))
  );
}
