import { passwordMin } from '../contract/limits.ts';

/** What is known of the person and of the common passwords. */
export type Knowledge = {
  /** Words that a guesser would try first: the username, the name of the site. */
  names: readonly string[];
  /** Whether the word, in small letters, is one that many people use. */
  isCommon: (word: string) => boolean;
};

const tooEasy =
  'This password is too easy to guess: it is a common one or little more than that. A short sentence of your own is better.';
const fewestDifferent = 5;
/** Shorter names are parts of too many words. */
const shortestName = 3;
const shortestRun = 3;

/** Rows that fingers run along, and the alphabet. */
const rows = ['qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl', 'zxcvbnm', 'yxcvbnm'];
const runs = ['abcdefghijklmnopqrstuvwxyz', '01234567890', ...rows];
const bothWays = [...runs, ...runs.map((run) => [...run].reverse().join(''))];

/** Signs that stand for letters in words that are made to look strong. */
const disguises: Record<string, string> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  5: 's',
  $: 's',
  7: 't',
};

/** Why this password is refused, in words; undefined when it may be used. */
export function passwordProblem(password: string, { names, isCommon }: Knowledge): string | undefined {
  const plain = password.normalize('NFKC').toLowerCase();
  if ([...plain].length < passwordMin) return `A password needs at least ${passwordMin} characters.`;
  if (new Set(plain).size < fewestDifferent) return tooEasy;
  const known = names.map(bare).filter((name) => name.length >= shortestName);
  const isEasy = (word: string): boolean => word === '' || isCommon(word) || isRun(word);
  for (const form of [plain, undisguised(plain)])
    for (const word of [form, trimmed(form), bare(form), without(bare(form), known)])
      if (isEasy(word) || isEasy(trimmed(word)) || isEasy(unrepeated(trimmed(word)))) return tooEasy;
  return undefined;
}

/** Letters and digits alone. */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Without the digits and signs that are put before and behind a word to please a rule. */
const trimmed = (text: string): string => /\p{L}(?:.*\p{L})?/su.exec(text)?.[0] ?? '';

const undisguised = (text: string): string =>
  trimmed(text).replace(/[@4310!57$]/g, (sign) => disguises[sign] ?? sign);

const without = (text: string, names: readonly string[]): string =>
  names.reduce((rest, name) => rest.replaceAll(name, ''), text);

/** The part that a text repeats, or the text itself. */
const unrepeated = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text;

/** Whether the text is made of nothing but runs along the keyboard, the alphabet or the digits. */
function isRun(text: string): boolean {
  let rest = text;
  while (rest !== '') {
    const length = longestRun(rest);
    if (length < shortestRun) return false;
    rest = rest.slice(length);
  }
  return true;
}

function longestRun(text: string): number {
  for (let length = text.length; length >= shortestRun; length--)
    if (bothWays.some((run) => run.includes(text.slice(0, length)))) return length;
  return 0;
}
