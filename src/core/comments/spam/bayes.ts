import { isStopWord } from './stop-words.ts';
import { type Features, readableToken } from './words.ts';

export type Counts = { fine: number; spam: number };

const maxTokens = 40;
/** A token that was seen once counts as much as this many times that say nothing. */
const doubt = 2;
/** What the owner trained counts half with this many samples of the other kind, and nothing without any. */
export const fewSamples = 3;
/** No word alone is spam. */
const maxPoints = 3;
/** Hosts are of one sender, names of few, words and forms of many. */
const weightsOfKinds: Record<string, number> = { link: 2, site: 2, name: 1, is: 0.2 };
const weightOfWords = 0.4;
/** What the evidence for spam has to outweigh: less is what any text has. */
const leastEvidence = 0.7;
/** Weaker words are not named as reasons. */
const leastSign = 0.4;
/** The weights count up from where one comment in four is honest. */
const atThreshold = Math.log(3);

/**
 * The probability that a comment is spam, from the shipped weights and from the decisions of the owner. It adds up the evidence of tokens,
 * as a naive Bayes classifier does.
 */
export function spamLikelihood(
  { words, prior, signs }: Pick<Features, 'words' | 'prior' | 'signs'>,
  known: ReadonlyMap<string, Counts>,
  samples: Counts,
): { likelihood: number; spamWords: string[] } {
  const trained = words
    .filter((token) => !isStopWord(token))
    .map((token): [string, number] => [token, evidenceOf(token, known.get(token), samples)])
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .slice(0, maxTokens);
  const sum = trained.reduce((total, [, points]) => total + points, 0);
  const odds = prior + atThreshold + (sum > 0 ? Math.max(0, sum - leastEvidence) : sum);
  const named = [...trained.filter(([, points]) => points > leastSign), ...signs]
    .sort(([, a], [, b]) => b - a)
    .flatMap(([token]) => readableToken(token) ?? []);
  return { likelihood: 1 / (1 + Math.exp(-odds)), spamWords: [...new Set(named)] };
}

/** The share of spam among comments with a token, if there were as many samples of either kind. */
function shareOf({ fine, spam }: Counts, samples: Counts): number {
  const spamRate = Math.min(1, spam / Math.max(1, samples.spam));
  const fineRate = Math.min(1, fine / Math.max(1, samples.fine));
  return spamRate + fineRate === 0 ? 0.5 : spamRate / (spamRate + fineRate);
}

const weightOfKind = (token: string): number =>
  weightsOfKinds[token.slice(0, token.indexOf(':'))] ?? weightOfWords;

/** The logarithm of the odds that a comment with this token is spam, closer to 0 the less often it was seen. */
function evidenceOf(token: string, seen: Counts | undefined, samples: Counts): number {
  if (!seen) return 0;
  const share = shareOf(seen, samples);
  // Tokens of spam are signs of it only as far as there are other comments to compare with, and the other way around.
  const compared = share > 0.5 ? samples.fine : samples.spam;
  const times = Math.max(0, ((seen.fine + seen.spam) * compared) / (compared + fewSamples));
  const likelihood = (doubt * 0.5 + times * share) / (doubt + times);
  const points = Math.log(likelihood / (1 - likelihood));
  return weightOfKind(token) * Math.max(-maxPoints, Math.min(maxPoints, points));
}
