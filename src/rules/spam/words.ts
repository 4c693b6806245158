const mostWords = 100;
/** Compatibility forms can make a text eighteen times as long; what lies behind this is not looked at. */
const longestText = 10_000;
const shortest = 2;
const longest = 40;

/** Scripts that put no blanks between words: pairs of neighbours stand for words. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const word = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
// A host without a scheme is read from its first character to its last, so that no character is read twice.
const link =
  /(?:https?:\/\/|\bwww\.)(?<named>[^\s<>"'()[\]/?#:\\]+)|(?<![a-z0-9.-])(?<bare>[a-z0-9.-]+)\//giu;
const bareHost = /(?:^|\.)[a-z0-9-]{1,63}\.[a-z]{2,24}$/;
const linkCode = /\[\/?url\b|<\s*a\s[^<>]{0,200}href/;

/** What the filter sees of a comment; kept with it, so that it is read once. */
export type Features = { words: string[]; links: number; linkCode: boolean };

const plain = (text: string): string =>
  text.replace(invisible, '').normalize('NFKC').slice(0, longestText).toLowerCase();

/** The hosts that a plain text links to, one entry a link, and the text without them. */
function withoutLinks(text: string): { hosts: string[]; rest: string } {
  const hosts: string[] = [];
  const rest = text.replace(link, (found, named: string | undefined, bare: string | undefined) => {
    if (bare !== undefined && !bareHost.test(bare)) return found;
    hosts.push((named ?? bare ?? '').replace(/^www\./, '').slice(0, longest));
    return ' ';
  });
  return { hosts, rest };
}

export const linkedHosts = (text: string): string[] => withoutLinks(plain(text)).hosts;

/** Its words, each once, and with a mark the hosts of links and the name; how many links, and whether as code. */
export function featuresOf(comment: { user_name: string; comment_text: string }): Features {
  const name = comment.user_name === 'Anonymous' ? [] : words(plain(comment.user_name));
  const text = plain(comment.comment_text);
  const { hosts, rest } = withoutLinks(text);
  const found = new Set([
    ...hosts.map((host) => `link:${cleanHost(host)}`),
    ...name.map((part) => `name:${part}`),
    ...words(rest),
  ]);
  return { words: [...found].slice(0, mostWords), links: hosts.length, linkCode: linkCode.test(text) };
}

/** A telltale as a person reads it. */
export const readableToken = (telltale: string): string => telltale.replace(/^(link|name):/, '');

const cleanHost = (host: string): string => host.replace(/[^\p{L}\p{M}\p{N}.-]/gu, '');

function words(text: string): string[] {
  return [...text.matchAll(word)]
    .flatMap(([match]) => [...match.replace(unspaced, ' ').split(' '), ...pairs(match)])
    .filter((one) => one.length >= shortest && one.length <= longest);
}

function pairs(text: string): string[] {
  return [...text.matchAll(unspaced)].flatMap(([run]) => {
    const characters = [...run];
    return characters.slice(1).map((next, index) => `${characters[index]}${next}`);
  });
}

/** The text without what varies between copies, or null when it is so short that different people write the same. */
export function duplicateKey(text: string): string | null {
  const letters = plain(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return [...letters].length < 20 ? null : letters;
}
