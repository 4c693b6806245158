import { prior } from './prior.ts';
import { isStopWord } from './stop-words.ts';

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
  /(?:https?:\/\/|\bwww\.)(?<named>[^\s<>"'()[\]/?#:\\]+)|(?<![a-z0-9.-])(?<bare>[a-z0-9.-]+)\//giu;
const bareHost = /(?:^|\.)[a-z0-9-]{1,63}\.[a-z]{2,24}$/;
const linkCode = /\[\/?url\b|<\s*a\s[^<>]{0,200}href/;

/** The input of the filter, stored with the comment so that it is extracted once. */
export type Features = { words: string[]; links: number; linkCode: boolean };

/** Unicode's normalization does not change such a text. */
const plain = /^[ -~\t\n\r]*$/;

const normalized = (text: string): string =>
  (plain.test(text) ? text : text.replace(invisible, '').normalize('NFKC'))
    .slice(0, maxTextLength)
    .toLowerCase();

/** The hosts of all links in a text, one per link, and the text without them. */
function withoutLinks(text: string): { hosts: string[]; rest: string } {
  if (!text.includes('/') && !text.includes('www.')) return { hosts: [], rest: text };
  const hosts: string[] = [];
  const rest = text.replace(link, (found, named: string | undefined, bare: string | undefined) => {
    if (bare !== undefined && !bareHost.test(bare)) return found;
    hosts.push((named ?? bare ?? '').replace(/^www\./, '').slice(0, longest));
    return ' ';
  });
  return { hosts, rest };
}

/**
 * Distinct words, hosts of links (`link:`) and of the website (`site:`), words of the name (`name:`), forms (`is:`) and those pairs of words that the filter knows;
 * the number of links; links as HTML or BBCode.
 */
export function featuresOf(
  comment: { user_name: string; comment_text: string; author_url?: string | null | undefined },
  isKnown = (pair: string) => prior.weights.has(pair),
): Features {
  const name = comment.user_name === 'Anonymous' ? [] : words(normalized(comment.user_name));
  const text = normalized(comment.comment_text);
  const { hosts, rest } = withoutLinks(text);
  const inOrder = words(rest);
  const website = withoutLinks(normalized(comment.author_url ?? ''));
  const found = new Set([
    ...hosts.map((host) => `link:${cleanHost(host)}`),
    ...website.hosts.map((host) => `site:${cleanHost(host)}`),
    ...name.map((part) => `name:${part}`),
    ...inOrder,
  ]);
  const pairsOfWords = inOrder
    .slice(1)
    .flatMap((next, index) =>
      isStopWord(next) && isStopWord(inOrder[index] ?? '') ? [] : `${inOrder[index]} ${next}`,
    );
  return {
    words: [
      ...[...found].slice(0, maxWords),
      ...[...new Set(pairsOfWords.filter(isKnown))].slice(0, maxWords),
      ...formsOf(comment.comment_text, rest, hosts.length, inOrder),
    ],
    links: hosts.length,
    linkCode: linkCode.test(text),
  };
}

const host =
  /(?<![@a-z0-9.-])[a-z0-9-]{3,63} ?\. ?(?:biz|com|info|net|online|ru|shop|site|tk|top|xyz)(?![a-z0-9@])/;
const email = /[a-z0-9]@[a-z0-9-]{1,63}\.[a-z]/;
const phone = /(?:\d[ ().–-]{0,2}){9}/;
const money = /[$€£] ?\d|\d ?[$€£]/;

/** What a text looks like, whatever its words are. */
function formsOf(written: string, rest: string, links: number, inOrder: readonly string[]): string[] {
  const letters = written.slice(0, maxTextLength).match(/\p{L}/gu) ?? [];
  const capitals = letters.filter((letter) => letter !== letter.toLowerCase()).length;
  const forms = {
    link: links > 0,
    links: links > 1,
    onlyLink: links > 0 && inOrder.length < 4,
    host: host.test(rest),
    email: email.test(rest),
    phone: phone.test(rest),
    money: money.test(rest),
    capitals: letters.length >= 12 && capitals > 0.6 * letters.length,
    repeated: inOrder.length >= 12 && new Set(inOrder).size < 0.5 * inOrder.length,
  };
  return Object.entries(forms).flatMap(([form, applies]) => (applies ? `is:${form}` : []));
}

/** A word, a part of a name or a host, for display; null for the form of a text, which is no word. */
export const readableToken = (token: string): string | null =>
  token.startsWith('is:') ? null : token.replace(/^(link|name|site):/, '');

const cleanHost = (host: string): string => host.replace(/[^\p{L}\p{M}\p{N}.-]/gu, '');

/** Letters that are drawn out (`freeee`) count once. */
const drawnOut = /(\p{L})\1{2,}/gu;

function words(text: string): string[] {
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
