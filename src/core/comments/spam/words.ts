import { isStopWord } from './stop-words.ts';
import { bias, weightOf } from './weights.ts';

const maxWords = 100;
/** NFKC can make a text 18 times as long; the rest is ignored. */
const maxTextLength = 10_000;
const shortest = 2;
const longest = 40;

/** Scripts without spaces between words: pairs of adjacent characters are used as words. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const word = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
// A host without a scheme is matched from its first to its last character, so that matching stays linear.
const link =
  /(?:https?:\/\/|\bwww\.)(?<named>[^\s<>"'()[\]\\]+)|(?<![a-z0-9.-])(?<bare>[a-z0-9.-]+)(?<path>\/[^\s<>"'()[\]\\]*)/giu;
const bareHost = /(?:^|\.)[a-z0-9-]{1,63}\.[a-z]{2,24}$/;
const linkCode = /\[\/?(?:url|link)\b|<\s*a\s[^<>]{0,200}href/;
/** Tags and BBCode are no words. */
const markup = /<\/?[a-z][^<>]{0,400}>|\[\/?[a-z]{1,8}(?:=[^[\]]{0,400})?\]/g;

/**
 * The input of the filter, stored with the comment so that it is extracted once: what the site's decisions are about (`words`), what
 * shipped weights say of the comment, and the words that they speak against most.
 */
export type Features = {
  words: string[];
  links: number;
  linkCode: boolean;
  prior: number;
  signs: [string, number][];
};

type Written = { user_name: string; comment_text: string; author_url?: string | null | undefined };

/** Unicode's normalization does not change such a text. */
const plain = /^[ -~\t\n\r]*$/;

const normalized = (text: string): string =>
  (plain.test(text) ? text : text.replace(invisible, '').normalize('NFKC'))
    .slice(0, maxTextLength)
    .toLowerCase();

/** All links in a text without scheme and `www.`, and the text without them. */
function withoutLinks(text: string): { urls: string[]; rest: string } {
  if (!text.includes('/') && !text.includes('www.')) return { urls: [], rest: text };
  const urls: string[] = [];
  const rest = text.replace(link, (found, named?: string, bare?: string, path?: string) => {
    if (bare !== undefined && !bareHost.test(bare)) return found;
    urls.push((named ?? `${bare}${path}`).replace(/^www\./, ''));
    return ' ';
  });
  return { urls, rest };
}

const hostOf = (url: string): string => url.split(/[/?#:]/, 1)[0] ?? '';
const cleanHost = (url: string): string =>
  hostOf(url)
    .replace(/[^\p{L}\p{M}\p{N}.-]/gu, '')
    .slice(0, longest);

/** Of how many letters, words or links a text has, only the order of magnitude matters. */
const atLeast = (count: number, ...limits: number[]): number =>
  limits.findLast((limit) => count >= limit) ?? 0;

/** The samples of the shipped weights have honest comments in the scripts of our languages only. */
const untrainedScript =
  /[^\p{sc=Latin}\p{sc=Arabic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Common}\p{sc=Inherited}]/u;
const foreignLetters = new Map<string, RegExp>();

/** A letter that is neither Latin nor of the script of this language. */
function foreignLetter(language: string): RegExp {
  const known = foreignLetters.get(language);
  if (known) return known;
  const script = new Intl.Locale(language).maximize().script ?? 'Latn';
  const own =
    { Jpan: 'Han Hiragana Katakana', Hans: 'Han', Hant: 'Han', Kore: 'Hangul Han' }[script] ?? script;
  const none = ['Latin', ...own.split(' ')].map((one) => `\\P{sc=${one}}`);
  const pattern = new RegExp(`(?=\\p{L})${none.map((one) => `(?=${one})`).join('')}.`, 'gsu');
  foreignLetters.set(language, pattern);
  return pattern;
}

/** The last one with a Latin letter or a digit, however many signs follow. */
const lastWord = (text: string): string =>
  text
    .slice(-300)
    .split(/\s+/)
    .findLast((part) => /\w/.test(part)) ?? '';

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** What a comment looks like, whatever its words are. */
function formsOf(
  { user_name, comment_text, author_url }: Written,
  {
    rest,
    urls,
    words,
    site,
    language,
  }: { rest: string; urls: string[]; words: string[]; site: string; language: string },
): string[] {
  const text = comment_text.slice(0, maxTextLength);
  const letters = countOf(text, /\p{L}/gu);
  const capitals = countOf(text, /\p{Lu}/gu);
  const foreign = countOf(text, foreignLetter(language));
  const some = (pattern: RegExp) => urls.some((url) => pattern.test(url));
  const name = user_name === 'Anonymous' ? '' : user_name;
  const nameWords = wordsIn(normalized(name));
  const host = hostOf(site);
  const path = site.slice(host.length);
  const forms: Record<string, boolean> = {
    [`links${atLeast(urls.length, 1, 2, 3, 6)}`]: true,
    [`length${atLeast(words.length, 4, 8, 15, 30, 60, 120, 250)}`]: true,
    [`name${atLeast(nameWords.length, 1, 2, 3, 4)}`]: name !== '',
    markup: linkCode.test(text.toLowerCase()),
    bbcode: /\[url/i.test(text),
    onlyLink: urls.length > 0 && words.length < 4,
    dense: urls.length > 0 && words.length < 8 * urls.length,
    linkFirst: /^\s*(?:https?:|<a)/.test(text),
    linkLast: urls.length > 0 && /https?:\/\/.|<\/a>/.test(lastWord(text)),
    linkFile: some(/\.(?:html?|php)\b/),
    linkHash: some(/#/),
    linkRoot: urls.length > 0 && !some(/\/./),
    linkSlug: some(/[^/]\/[^/]+-[^/]+-/),
    short: some(/^(?:bit\.ly|tinyurl\.com|goo\.gl|t\.me|is\.gd|cutt\.ly|v\.ht)\//),
    site: host !== '',
    [`path${atLeast((path.match(/[/?&=]/g) ?? []).length - (path.endsWith('/') ? 1 : 0), 1, 2, 4)}`]:
      host !== '',
    siteQuery: /[?=]/.test(path),
    siteProfile: /redir|url=|profile|member|user|\.php|\/__media__|goto|uid|forum/.test(path),
    siteSlug: /-.*-/.test(path),
    siteDash: /[-\d]/.test(host),
    siteCapital: /[A-Z]/.test(author_url?.slice(5) ?? ''),
    siteInText: host !== '' && urls.some((url) => hostOf(url) === host),
    siteLong: site.length > 50,
    nameInSite: host !== '' && nameWords.length > 1 && nameWords.every((part) => site.includes(part)),
    nameDigit: /\d/.test(name),
    nameLower: name !== '' && name === name.toLowerCase(),
    nameCamel: /[a-z][A-Z]/.test(name),
    nameUrl: /https?:|www\.|\.[a-z]{2,4}$|@/i.test(name),
    code: /[{};]\s*$|\(\)|`|::|&&|#include|sudo |<\/?(?:div|span|p|pre|code|script|input|html|body)\b/m.test(
      text,
    ),
    quote: /^>/m.test(text),
    mention: /(?:^|\s)@\w/.test(text),
    question: /\?/.test(rest),
    exclamation: /!/.test(rest),
    smiley: /[:;]-?[)D(P]/.test(text),
    paragraphs: /\n\s*\n/.test(text),
    wrapped: / \r?\n/.test(text),
    tight: /[.,!?][A-Za-z]/.test(rest),
    quoted: /["“”]/.test(rest),
    brackets: /[()]/.test(rest),
    digits: /\d/.test(rest),
    typography: /[’“”–—]/.test(text),
    email: /[a-z0-9]@[a-z0-9-]{1,63}\.[a-z]/.test(rest),
    phone: /(?:\d[ ().–-]{0,2}){9}/.test(rest),
    money: /[$€£] ?\d|\d ?[$€£]/.test(rest),
    percent: /%[0-9a-f]{2}%[0-9a-f]{2}/i.test(text),
    capitals: letters >= 12 && capitals > 0.6 * letters,
    lowercase: letters >= 12 && capitals === 0,
    repeated: words.length >= 12 && new Set(words).size < 0.5 * words.length,
    script: foreign > 0.3 * letters,
    mixedScripts: /[a-z][\p{sc=Cyrillic}\p{sc=Greek}]|[\p{sc=Cyrillic}\p{sc=Greek}][a-z]/iu.test(text),
    consonants: words.some((one) => one.length > 14 && /[bcdfghjklmnpqrstvwxz]{6}/.test(one)),
  };
  return Object.entries(forms).flatMap(([form, applies]) => (applies ? `is:${form}` : []));
}

/** All tokens of a comment: those that decisions of the owner are counted for, and those that only shipped weights know. */
export function tokensOf(
  comment: Written,
  language = 'en',
): { counted: string[]; shipped: string[]; urls: string[] } {
  const text = normalized(comment.comment_text);
  const { urls, rest: withMarkup } = withoutLinks(text);
  const rest = withMarkup.replace(markup, ' ');
  const site = withoutLinks(normalized(comment.author_url ?? '')).urls[0] ?? '';
  const inOrder = wordsIn(rest);
  const name = comment.user_name === 'Anonymous' ? [] : wordsIn(normalized(comment.user_name));
  const isTrained = (one: string) => !isStopWord(one) && !untrainedScript.test(one);
  const pairsOfWords = inOrder
    .slice(1, 150)
    .map((next, index) => [inOrder[index] ?? '', next] as const)
    .filter(([first, next]) => !(isStopWord(first) && isStopWord(next)))
    .map(([first, next]) => `${first} ${next}`);
  const forms = formsOf(comment, { rest, urls, words: inOrder, site, language });
  const slug = wordsIn(site.slice(hostOf(site).length)).filter((part) => !/\d/.test(part));
  const counted = [
    ...urls.map((url) => `link:${cleanHost(url)}`),
    ...(site === '' ? [] : [`site:${cleanHost(site)}`]),
    ...name.map((part) => `name:${part}`),
    ...inOrder,
  ];
  const topLevel = (prefix: string, url: string) => `${prefix}:${hostOf(url).split('.').at(-1)}`;
  const shipped = [
    ...[...inOrder.slice(0, 150), ...name, ...slug.slice(0, 12), ...pairsOfWords].filter(isTrained),
    ...name.map((part) => `name:${part}`),
    ...urls.slice(0, 5).map((url) => topLevel('top', url)),
    ...(site === '' ? [] : [topLevel('siteTop', site)]),
    ...forms,
  ];
  return {
    counted: [...[...new Set(counted)].slice(0, maxWords), ...forms],
    shipped: [...new Set(shipped)],
    urls,
  };
}

/** Spam without a link is rare, but its words must be able to tell. */
const leastOfForms = -4;

function priorOf(weighed: readonly [string, number][]): number {
  const sum = (of: readonly [string, number][]) => of.reduce((total, [, points]) => total + points, 0);
  const [forms, others] = [true, false].map((isForm) =>
    sum(weighed.filter(([token]) => token.startsWith('is:') === isForm)),
  ) as [number, number];
  return others + Math.max(leastOfForms, bias + forms);
}

const signsKept = 5;
/** Weaker words are not named as reasons. */
const leastSign = 0.4;

/** `language` is that of the site: another script is a sign of spam. */
export function featuresOf(comment: Written, language?: string): Features {
  const { counted, shipped, urls } = tokensOf(comment, language);
  const weighed = shipped.map((token): [string, number] => [token, weightOf(token)]);
  return {
    words: counted,
    links: urls.length,
    linkCode: linkCode.test(normalized(comment.comment_text)),
    prior: priorOf(weighed),
    signs: weighed
      .filter(([token, points]) => points > leastSign && readableToken(token) !== null)
      .sort(([, a], [, b]) => b - a)
      .slice(0, signsKept),
  };
}

/** A word, a part of a name or a host, for display; null for the form of a text and the end of a host, which are no words. */
export const readableToken = (token: string): string | null =>
  /^(?:is|top|siteTop):/.test(token) ? null : token.replace(/^(?:link|name|site):/, '');

/** Letters that are drawn out (`freeee`) count once. */
const drawnOut = /(\p{L})\1{2,}/gu;

function wordsIn(text: string): string[] {
  const found = text.replace(drawnOut, '$1').match(word) ?? [];
  const all =
    text.search(unspaced) >= 0
      ? found.flatMap((match) => [...match.replace(unspaced, ' ').split(' '), ...pairs(match)])
      : found;
  return all.filter((one) => one.length >= shortest && one.length <= longest);
}

function pairs(text: string): string[] {
  return [...text.matchAll(unspaced)].flatMap(([run]) => {
    const characters = [...run];
    return characters.slice(1).map((next, index) => `${characters[index]}${next}`);
  });
}

/** In characters, of which each is one or two units of the string. */
const shortestCopy = 20;

/** Equal for copies of a text; null for texts so short that different people write the same. */
export function duplicateKey(text: string): string | null {
  const letters = normalized(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  const isLong = letters.length >= 2 * shortestCopy || [...letters].length >= shortestCopy;
  return isLong ? letters : null;
}
