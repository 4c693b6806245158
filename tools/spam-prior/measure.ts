import type { Counts } from '../../src/core/comments/spam/bayes.ts';
import { spamVerdict } from '../../src/core/comments/spam/verdict.ts';
import { featuresOf } from '../../src/core/comments/spam/words.ts';
import { isForTraining, type Sample, samplesIn } from './samples.ts';

// Usage: measure.ts FOLDER. Prints how much of the untouched half of the samples is marked, on a fresh site and after decisions.

const spamDecisions = 30;
const fineDecisions = 10;

export type Figures = { set: string; spam: number; fine: number; markedSpam: number; markedFine: number };

const featuresOfSample = ({ text, name, url }: Sample) =>
  featuresOf({ user_name: name || 'Anonymous', comment_text: text, author_url: url });

/** The share that is marked as suspicious or likely spam, for each set. */
export function measure(samples: readonly Sample[], decided: readonly Sample[] = []): Figures[] {
  const known = new Map<string, Counts>();
  const totals = { spam: 0, fine: 0 };
  for (const sample of decided) {
    const kind = sample.isSpam ? 'spam' : 'fine';
    totals[kind]++;
    for (const word of featuresOfSample(sample).words) {
      const counts = known.get(word) ?? { spam: 0, fine: 0 };
      counts[kind]++;
      known.set(word, counts);
    }
  }
  const sets = new Map<string, Figures>();
  for (const sample of samples) {
    const figures = sets.get(sample.set) ?? {
      set: sample.set,
      spam: 0,
      fine: 0,
      markedSpam: 0,
      markedFine: 0,
    };
    sets.set(sample.set, figures);
    const isMarked = spamVerdict(featuresOfSample(sample), {}, known, totals).verdict > 0;
    figures[sample.isSpam ? 'spam' : 'fine']++;
    if (isMarked) figures[sample.isSpam ? 'markedSpam' : 'markedFine']++;
  }
  return [...sets.values()];
}

export const untouched = async (folder: string): Promise<Sample[]> =>
  (await samplesIn(folder)).filter((sample) => !isForTraining(sample));

/** The first decisions of an owner whose site gets the comments of one set. */
export function afterDecisions(samples: readonly Sample[]): Figures[] {
  return [...new Set(samples.map(({ set }) => set))].flatMap((set) => {
    const own = samples.filter((sample) => sample.set === set);
    const spam = own.filter(({ isSpam }) => isSpam).slice(0, spamDecisions);
    const fine = own.filter(({ isSpam }) => !isSpam).slice(0, fineDecisions);
    if (spam.length < spamDecisions || fine.length < fineDecisions) return [];
    const decided = [...spam, ...fine];
    return measure(
      own.filter((sample) => !decided.includes(sample)),
      decided,
    );
  });
}

const percent = (part: number, all: number): string =>
  all === 0 ? '-' : `${((100 * part) / all).toFixed(1)}% of ${all}`;

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Name the folder with the samples.');
  const samples = await untouched(folder);
  const print = (title: string, figures: readonly Figures[]) => {
    console.log(title);
    for (const { set, spam, fine, markedSpam, markedFine } of figures)
      console.log(
        `  ${set.padEnd(14)} spam ${percent(markedSpam, spam).padEnd(16)} honest ${percent(markedFine, fine)}`,
      );
  };
  print('On a fresh site', measure(samples));
  print(`After ${spamDecisions} spam and ${fineDecisions} honest decisions`, afterDecisions(samples));
}
