import type { Counts } from '../../src/core/comments/spam/bayes.ts';
import { spamVerdict } from '../../src/core/comments/spam/verdict.ts';
import { type Features, featuresOf } from '../../src/core/comments/spam/words.ts';
import { type Sample, samplesIn, written } from './samples.ts';

// Usage: measure.ts FOLDER. Prints how much of the samples is marked: on a fresh site, after decisions, and after decisions on spam alone.

const spamDecisions = 30;
const fineDecisions = 10;
/** Sets with fewer honest comments borrow those of another. */
const leastFine = 20;
const shuffles = 4;

export type Figures = { spam: number; fine: number; markedSpam: number; markedFine: number };

const extracted = new WeakMap<Sample, Features>();

function featuresIn(sample: Sample): Features {
  const features = extracted.get(sample) ?? featuresOf(written(sample));
  extracted.set(sample, features);
  return features;
}

/** How many are marked as suspicious or likely spam by a filter with these decisions. */
export function measure(samples: readonly Sample[], decided: readonly Sample[] = []): Figures {
  const known = new Map<string, Counts>();
  const totals = { spam: 0, fine: 0 };
  for (const sample of decided) {
    const kind = sample.spam ? 'spam' : 'fine';
    totals[kind]++;
    for (const word of featuresIn(sample).words) {
      const counts = known.get(word) ?? { spam: 0, fine: 0 };
      counts[kind]++;
      known.set(word, counts);
    }
  }
  const figures = { spam: 0, fine: 0, markedSpam: 0, markedFine: 0 };
  for (const sample of samples) {
    const isMarked = spamVerdict(featuresIn(sample), {}, known, totals).verdict > 0;
    figures[sample.spam ? 'spam' : 'fine']++;
    if (isMarked) figures[sample.spam ? 'markedSpam' : 'markedFine']++;
  }
  return figures;
}

function shuffled<Value>(values: readonly Value[], start: number): Value[] {
  const all = [...values];
  let seed = start;
  for (let last = all.length - 1; last > 0; last--) {
    seed = (seed * 16_807) % 2_147_483_647;
    const other = seed % (last + 1);
    [all[last], all[other]] = [all[other] as Value, all[last] as Value];
  }
  return all;
}

const sum = (all: readonly Figures[]): Figures => ({
  spam: all.reduce((total, { spam }) => total + spam, 0),
  fine: all.reduce((total, { fine }) => total + fine, 0),
  markedSpam: all.reduce((total, { markedSpam }) => total + markedSpam, 0),
  markedFine: all.reduce((total, { markedFine }) => total + markedFine, 0),
});

/** The first decisions of an owner in random order, several times. */
export function afterDecisions(samples: readonly Sample[], borrowed: readonly Sample[]) {
  const spam = samples.filter((sample) => sample.spam);
  const own = samples.filter((sample) => !sample.spam);
  const fine = own.length < leastFine ? borrowed : own;
  const orders = Array.from({ length: shuffles }, (_, index) => ({
    spam: shuffled(spam, 7919 * (index + 1)),
    fine: shuffled(fine, 104_729 * (index + 1)),
  }));
  const both = orders.map((order) =>
    measure(
      [...order.spam.slice(spamDecisions), ...order.fine.slice(fineDecisions)],
      [...order.spam.slice(0, spamDecisions), ...order.fine.slice(0, fineDecisions)],
    ),
  );
  const spamOnly = orders.map((order) => measure(order.fine, order.spam.slice(0, spamDecisions)));
  return { both: sum(both), spamOnly: sum(spamOnly) };
}

const percent = (part: number, all: number): string =>
  (all === 0 ? '-' : `${((100 * part) / all).toFixed(1)}% of ${all}`).padEnd(15);
const line = (title: string, { spam, fine, markedSpam, markedFine }: Figures): string =>
  `${title} ${percent(markedSpam, spam)} ${percent(markedFine, fine)}`;

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Name the folder with the samples.');
  const samples = samplesIn(folder);
  const borrowed = samples.filter(({ set, spam }) => set === 'travisdowns' && !spam);
  const sets = Map.groupBy(samples, ({ set }) => set);
  console.log(
    'set            spam, honest: fresh            after decisions                 after spam alone',
  );
  for (const [set, own] of sets) {
    const isStream = own.filter(({ spam }) => spam).length > spamDecisions + 15;
    const decided = isStream ? afterDecisions(own, borrowed) : null;
    console.log(
      line(set.padEnd(14), measure(own)),
      decided ? `${line('|', decided.both)} ${line('|', decided.spamOnly)}` : '',
    );
  }
  console.log(line('all'.padEnd(14), measure(samples)));
}
