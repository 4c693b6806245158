/** Opening and closing double quotes, then single ones. */
type Quotes = readonly [string, string, string, string];

const low: Quotes = ['„', '“', '‚', '‘'];
const high: Quotes = ['“', '”', '‘', '’'];
const angles: Quotes = ['«', '»', '“', '”'];
const swedish: Quotes = ['”', '”', '’', '’'];

/** By language, with a region where it differs. Other languages have the quotes of English. */
const quotesOf: Record<string, Quotes> = {
  bg: low,
  cs: low,
  da: ['»', '«', '›', '‹'],
  de: low,
  'de-ch': ['«', '»', '‹', '›'],
  es: angles,
  et: ['„', '“', '‚', '‘'],
  fi: swedish,
  fr: ['«\u202f', '\u202f»', '“', '”'],
  hu: ['„', '”', '»', '«'],
  is: low,
  it: angles,
  lt: low,
  nb: ['«', '»', '‘', '’'],
  no: ['«', '»', '‘', '’'],
  pl: ['„', '”', '«', '»'],
  pt: angles,
  'pt-br': high,
  ro: ['„', '”', '«', '»'],
  ru: ['«', '»', '„', '“'],
  sk: low,
  sl: low,
  sv: swedish,
  uk: ['«', '»', '„', '“'],
};

const isOpeningPlace = (before: string): boolean =>
  before === '' || /[\s([{<\u2014\u2013/«„‚‹“‘\u202f-]$/u.test(before);

function quotesFor(language: string): Quotes {
  const tag = language.toLowerCase();
  return quotesOf[tag] ?? quotesOf[tag.split('-')[0] ?? ''] ?? high;
}

/**
 * What a typed character becomes, given the text before it in its block, and how many characters before it are replaced too.
 * Null if it stays as it is.
 */
export function smartPunctuation(
  typed: string,
  before: string,
  language: string,
): { text: string; replaces: number } | null {
  // Inline code that is still being typed.
  if ((before.match(/`/g)?.length ?? 0) % 2 === 1) return null;
  if (typed === '"' || typed === "'") return { text: smartQuote(typed, before, language), replaces: 0 };
  // Three hyphens at the start of a block make a rule.
  if (typed === '-' && before.endsWith('--') && before !== '--' && !before.endsWith('---'))
    return { text: '—', replaces: 2 };
  if (typed === '.' && before.endsWith('..') && !before.endsWith('...')) return { text: '…', replaces: 2 };
  return null;
}

function smartQuote(typed: '"' | "'", before: string, language: string): string {
  const [openDouble, closeDouble, openSingle, closeSingle] = quotesFor(language);
  if (typed === '"') return isOpeningPlace(before) ? openDouble : closeDouble;
  if (isOpeningPlace(before)) return openSingle;
  const isQuoted = before.lastIndexOf(openSingle) > before.lastIndexOf(closeSingle);
  return isQuoted ? closeSingle : '’';
}
