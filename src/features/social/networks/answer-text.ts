import { countBytes, countGraphemes, mastodonWeigh, shorten } from './text.ts';

const utf8 = new TextEncoder();
const length = (text: string): number => [...new Intl.Segmenter('en').segment(text)].length;

/** Characters that networks refuse; line ends stay. */
const tidyLines = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\uFEFF\uFFFE\uFFFF]/g, '')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim();

type Answer = { text: string; link: string };

/** The answer with a mention of the person, or as much of it as fits and a link to the rest. */
export function mastodonAnswer(
  { text, link }: Answer,
  mention: string | undefined,
  limits: { text: number; link: number },
): string {
  const start = mention ? `@${mention} ` : '';
  const whole = tidyLines(text);
  const weigh = mastodonWeigh(limits.link);
  const room = limits.text - length(start);
  if (shorten(whole, room, weigh) === whole) return start + whole;
  // The link may have no public host, and then counts in full.
  const cut = shorten(whole, room - 1 - Math.max(limits.link, length(link)), weigh);
  return start + (cut ? `${cut}\n${link}` : link);
}

const blueskyGraphemes = 300;
const blueskyBytes = 3000;

type Facet = {
  index: { byteStart: number; byteEnd: number };
  features: { $type: 'app.bsky.richtext.facet#link'; uri: string }[];
};

/** The answer, or as much of it as fits and a link to the rest, and where links are in it, in bytes of UTF-8. */
export function blueskyAnswer({ text, link }: Answer): { text: string; facets: Facet[] } {
  const whole = tidyLines(text);
  const cutTo = (given: string, graphemes: number, bytes: number) =>
    shorten(shorten(given, graphemes, countGraphemes), bytes, countBytes);
  const isShort = cutTo(whole, blueskyGraphemes, blueskyBytes) === whole;
  const rest = `\n${link}`;
  const cut = cutTo(whole, blueskyGraphemes - length(rest), blueskyBytes - utf8.encode(rest).length);
  const fitting = isShort ? whole : cut + rest;
  return {
    text: fitting,
    facets: [...fitting.matchAll(/https?:\/\/\S+/g)].map((match) => facetOf(fitting, match)),
  };
}

function facetOf(text: string, { index, 0: found }: RegExpExecArray): Facet {
  // What follows a URL in a sentence does not belong to it.
  const uri = found.replace(/[.,;:!?)\]}'"…]{1,5}$/, '');
  const byteStart = utf8.encode(text.slice(0, index)).length;
  return {
    index: { byteStart, byteEnd: byteStart + utf8.encode(uri).length },
    features: [{ $type: 'app.bsky.richtext.facet#link', uri }],
  };
}
