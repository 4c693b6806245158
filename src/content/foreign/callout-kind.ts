const kinds: [kind: string, words: RegExp][] = [
  ['caution', /\b(?:caution|danger|error)\b/i],
  ['warning', /\b(?:warning|attention|warn|experimental|deprecated)\b/i],
  ['important', /\bimportant\b/i],
  ['tip', /\b(?:tip|hint|success)\b/i],
];

/** The kind of a callout, from the words that another program has for it: the classes of its element, for example. */
export const calloutKind = (words: string): string =>
  kinds.find(([, pattern]) => pattern.test(words.replaceAll('_', ' ')))?.[0] ?? 'note';
