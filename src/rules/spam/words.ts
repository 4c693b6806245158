const mostWords = 100;
const shortest = 2;
const longest = 40;

/** Scripts that put no blanks between words: pairs of neighbours stand for words. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const word = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
const link =
  /(?:https?:\/\/|\bwww\.)(?<named>[^\s<>"'()[\]/?#:\\]+)|\b(?<bare>(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24})\//giu;

const plain = (text: string): string => text.replace(invisible, '').normalize('NFKC').toLowerCase();

/** The hosts that a text links to, one entry a link. */
export function linkedHosts(text: string): string[] {
  return [...plain(text).matchAll(link)].map(({ groups }) =>
    (groups?.named ?? groups?.bare ?? '').replace(/^www\./, '').slice(0, longest),
  );
}

/** What the filter learns from a comment: its words, each once, and with a mark the hosts of links and the name. */
export function telltales(comment: { user_name: string; comment_text: string }): string[] {
  const name = comment.user_name === 'Anonymous' ? [] : words(plain(comment.user_name));
  const found = new Set([
    ...linkedHosts(comment.comment_text).map((host) => `link:${cleanHost(host)}`),
    ...name.map((part) => `name:${part}`),
    ...words(plain(comment.comment_text).replace(link, ' ')),
  ]);
  return [...found].slice(0, mostWords);
}

/** A telltale as a person reads it. */
export const shownTelltale = (telltale: string): string => telltale.replace(/^(link|name):/, '');

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
export function sameText(text: string): string | null {
  const letters = plain(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return [...letters].length < 20 ? null : letters;
}
