import { passwordMin } from '../../../../platform/http/api/limits.ts';
import { passwordTooEasy, passwordTooShort } from '../../messages.ts';

/** What an attacker knows: names related to the account, and common passwords. */
type Knowledge = {
  /** Words that an attacker tries first: the username, the site name. */
  names: readonly string[];
  /** Whether the word, in lowercase, is a common password. */
  isCommon: (word: string) => boolean;
};

const fewestDistinct = 5;
/** Shorter names are part of too many words. */
const shortestName = 3;
const shortestSequence = 3;

const keyboardRows = ['qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl', 'zxcvbnm', 'yxcvbnm'];
const sequences = ['abcdefghijklmnopqrstuvwxyz', '01234567890', ...keyboardRows];
const bothWays = [...sequences, ...sequences.map((sequence) => [...sequence].reverse().join(''))];

/** Leetspeak: characters that replace letters in common words. */
const leetLetters: Record<string, string> = {
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

/** Why this password is rejected; undefined when it is accepted. */
export function passwordProblem(password: string, { names, isCommon }: Knowledge): string | undefined {
  const plain = password.normalize('NFKC').toLowerCase();
  if ([...plain].length < passwordMin) return passwordTooShort(passwordMin);
  if (new Set(plain).size < fewestDistinct) return passwordTooEasy;
  const known = names.map(bare).filter((name) => name.length >= shortestName);
  const isEasy = (word: string): boolean => word === '' || isCommon(word) || isSequence(word);
  for (const form of [plain, withoutLeet(plain)])
    for (const word of [form, trimmed(form), bare(form), without(bare(form), known)])
      if (isEasy(word) || isEasy(trimmed(word)) || isEasy(unrepeated(trimmed(word)))) return passwordTooEasy;
  return undefined;
}

/** Only letters and digits. */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Without the digits and symbols around a word. */
const trimmed = (text: string): string => /\p{L}(?:.*\p{L})?/su.exec(text)?.[0] ?? '';

const withoutLeet = (text: string): string =>
  trimmed(text).replace(/[@4310!57$]/g, (sign) => leetLetters[sign] ?? sign);

const without = (text: string, names: readonly string[]): string =>
  names.reduce((rest, name) => rest.replaceAll(name, ''), text);

/** The repeated part of a text, or the text itself. */
const unrepeated = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text;

/** Whether the text consists of sequences on the keyboard, in the alphabet or of digits. */
function isSequence(text: string): boolean {
  let rest = text;
  while (rest !== '') {
    const length = maxSequenceLength(rest);
    if (length < shortestSequence) return false;
    rest = rest.slice(length);
  }
  return true;
}

function maxSequenceLength(text: string): number {
  for (let length = text.length; length >= shortestSequence; length--)
    if (bothWays.some((sequence) => sequence.includes(text.slice(0, length)))) return length;
  return 0;
}
