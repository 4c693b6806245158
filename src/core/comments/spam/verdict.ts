import { spamReasons } from '../messages.ts';
import { type Counts, fewSamples, spamLikelihood } from './bayes.ts';
import type { Features } from './words.ts';

/** What is known about a comment besides its text. */
export type Signals = {
  /** Between loading the form and sending it; null when the form was never loaded. */
  seconds?: number | null | undefined;
  /** How often the same text was sent recently. */
  copies?: number | undefined;
};

/** 0: not suspicious, 1: suspicious, 2: likely spam. */
export type Verdict = { verdict: 0 | 1 | 2; reasons: string[] };

export const duplicateDays = 30;
/** People need longer than this to fill in a form. */
const hastySeconds = 3;
const suspicious = 40;
const likelySpam = 70;
/** Words like those of approved comments outweigh a few links, but not everything; without approved comments, nothing. */
const mostInFavor = -40;
const wordsNamed = 5;

/** Rates a visitor's comment, with reasons. The rating only sorts the queue: it never rejects or deletes a comment. */
export function spamVerdict(
  features: Features,
  signals: Signals,
  known: ReadonlyMap<string, Counts>,
  samples: Counts,
): Verdict {
  const { links, linkCode } = features;
  const { likelihood, spamWords } = spamLikelihood(features, known, samples);
  const named = spamWords.slice(0, wordsNamed);
  const copies = signals.copies ?? 0;
  const inFavor = Math.round((mostInFavor * samples.fine) / (samples.fine + fewSamples));
  const found: { points: number; reason: string }[] = [
    { points: pointsOfLinks(links), reason: spamReasons.links(links) },
    { points: linkCode ? 10 : 0, reason: spamReasons.linkCode },
    { points: copies === 0 ? 0 : copies < 3 ? 45 : 75, reason: spamReasons.copies(copies, duplicateDays) },
    { points: pointsOfHaste(signals.seconds), reason: spamReasons.seconds(signals.seconds) },
    {
      points: Math.max(inFavor, Math.round((likelihood - 0.5) * 160)),
      reason: named.length > 0 ? spamReasons.words(named) : spamReasons.form,
    },
  ];
  const points = found.reduce((sum, one) => sum + one.points, 0);
  return {
    verdict: points >= likelySpam ? 2 : points >= suspicious ? 1 : 0,
    reasons: found
      .filter((one) => one.points > 0)
      .sort((a, b) => b.points - a.points)
      .map(({ reason }) => reason),
  };
}

function pointsOfLinks(links: number): number {
  if (links < 2) return 0;
  return links === 2 ? 5 : links < 6 ? 20 : 30;
}

/** Not suspicious by itself: some people paste what they wrote elsewhere. */
const pointsOfHaste = (seconds: number | null | undefined): number =>
  seconds === null || (seconds !== undefined && seconds < hastySeconds) ? 20 : 0;
