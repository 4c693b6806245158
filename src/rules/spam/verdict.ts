import { type Counts, spamLikelihood } from './bayes.ts';
import { type Features, readableToken } from './words.ts';

/** What is known of a comment beside its words. */
export type Signals = {
  /** Between the first visit and the sending; null when no page was asked for. */
  seconds?: number | null | undefined;
  /** How often the same text came before, lately. */
  copies?: number | undefined;
};

/** 0: nothing speaks against it, 1: worth a closer look, 2: likely spam. */
export type Verdict = { verdict: 0 | 1 | 2; reasons: string[] };

export const duplicateDays = 30;
/** People need longer than this to open a form and fill it in. */
const hastySeconds = 3;
const closerLook = 40;
const likelySpam = 70;
/** Good words make up for a few links; they are no cover for everything. */
const mostInFavour = -40;
const wordsShown = 5;

/** What to think of a visitor's comment, and why. It only sorts: nothing is refused or deleted for it. */
export function spamVerdict(
  { words, links, linkCode }: Features,
  signs: Signals,
  known: ReadonlyMap<string, Counts>,
  taught: Counts,
): Verdict {
  const { likelihood, deleted } = spamLikelihood(words, known, taught);
  const copies = signs.copies ?? 0;
  const found: { points: number; reason: string }[] = [
    { points: pointsOfLinks(links), reason: links === 1 ? '1 link' : `${links} links` },
    { points: linkCode ? 25 : 0, reason: 'links written as code' },
    { points: copies === 0 ? 0 : copies < 3 ? 45 : 75, reason: timesBefore(copies) },
    { points: pointsOfHaste(signs.seconds), reason: haste(signs.seconds) },
    {
      points: Math.max(mostInFavour, Math.round((likelihood - 0.5) * 160)),
      reason: `words often deleted: ${deleted.slice(0, wordsShown).map(readableToken).join(', ')}`,
    },
  ];
  const points = found.reduce((sum, one) => sum + one.points, 0);
  return {
    verdict: points >= likelySpam ? 2 : points >= closerLook ? 1 : 0,
    reasons: found
      .filter((one) => one.points > 0)
      .sort((a, b) => b.points - a.points)
      .map(({ reason }) => reason),
  };
}

function pointsOfLinks(links: number): number {
  if (links < 2) return 0;
  return links === 2 ? 20 : links < 6 ? 45 : 60;
}

/** Never enough for a closer look by itself: some people paste what they wrote elsewhere. */
const pointsOfHaste = (seconds: number | null | undefined): number =>
  seconds === null || (seconds !== undefined && seconds < hastySeconds) ? 20 : 0;

const haste = (seconds: number | null | undefined): string =>
  seconds === null
    ? 'sent without opening the page'
    : `sent ${seconds === 1 ? '1 second' : `${seconds} seconds`} after the page was opened`;

const timesBefore = (copies: number): string =>
  `the same text came ${copies === 1 ? 'once' : `${copies} times`} before in ${duplicateDays} days`;
