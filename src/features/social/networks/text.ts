const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const utf8 = new TextEncoder();

/** What one grapheme costs; `next` is the UTF-16 unit that follows it. */
type Weigh = (grapheme: string, next: string) => number;

export const countGraphemes: Weigh = () => 1;
export const countBytes: Weigh = (grapheme) => utf8.encode(grapheme).length;

/** A title on one line, in the normal form X counts, without characters that networks refuse. */
export function tidy(title: string): string {
  return title
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\uFEFF\uFFFE\uFFFF]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** An image description in at most so many UTF-16 units, by which no network counts less. */
export function altText(alt: string, limit: number): string {
  return shorten(tidy(alt), limit, (grapheme) => grapheme.length);
}

/** The text itself if it fits, else its beginning and an ellipsis; never cuts inside a grapheme. */
export function shorten(text: string, limit: number, weigh: Weigh): string {
  let used = 0;
  let end = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    const after = index + segment.length;
    used += weigh(segment, text.charAt(after));
    if (used > limit) return ellipsis(text, end);
    if (used + weigh('…', '') <= limit) end = after;
  }
  return text;
}

function ellipsis(text: string, end: number): string {
  const start = text.slice(0, end);
  const midWord = /\S/u.test(text.charAt(end));
  const whole = midWord ? start.replace(/\s\S{0,30}$/u, '') : start;
  const kept = whole.trimEnd();
  return kept && `${kept}…`;
}

// Ranges of code points that weigh 1 on X; all others weigh 2, the ellipsis among them.
const light: [number, number][] = [
  [0x0000, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
];
const emoji = /^\p{RGI_Emoji}$/v;

function weighOnX(grapheme: string): number {
  if (emoji.test(grapheme)) return 2;
  let weight = 0;
  for (const character of grapheme) {
    const point = character.codePointAt(0) ?? 0;
    weight += light.some(([from, to]) => from <= point && point <= to) ? 1 : 2;
  }
  return weight;
}

// "example.org" inside a title becomes a link of its own and then counts as one. Which words do is each network's
// secret, so every dot before a letter is charged: too high an estimate shortens a little, too low a one is refused.
function chargingLinks(weigh: (grapheme: string) => number, perLink: number): Weigh {
  return (grapheme, next) => weigh(grapheme) + (grapheme === '.' && /\p{L}/u.test(next) ? perLink : 0);
}

// Addresses without a top-level domain (localhost, 10.0.0.1) are plain text for X and Mastodon.
function isPublic(link: string): boolean {
  return /\.\p{L}[\p{L}\d-]+$/u.test(new URL(link).hostname);
}

function sum(text: string, weigh: (grapheme: string) => number): number {
  let total = 0;
  for (const { segment } of graphemes.segment(text)) total += weigh(segment);
  return total;
}

function join(title: string, link: string): string {
  return title ? `${title}\n${link}` : link;
}

const xLimit = 280;
const xLinkLength = 23;

export function xText(title: string, link: string): string {
  const room = xLimit - 1 - (isPublic(link) ? xLinkLength : sum(link, weighOnX));
  return join(shorten(tidy(title), room, chargingLinks(weighOnX, xLinkLength)), link);
}

export const mastodonWeigh = (linkLength: number): Weigh => chargingLinks(() => 1, linkLength);

export function mastodonText(title: string, link: string, limits: { text: number; link: number }): string {
  const room = limits.text - 1 - (isPublic(link) ? limits.link : sum(link, () => 1));
  return join(shorten(tidy(title), room, mastodonWeigh(limits.link)), link);
}

const blueskyGraphemes = 300;
const blueskyBytes = 3000;

/** The text and where the link stands in it, in bytes of UTF-8. */
export function blueskyText(title: string, link: string) {
  const fewGraphemes = shorten(tidy(title), blueskyGraphemes - 1 - sum(link, () => 1), countGraphemes);
  const fewBytes = shorten(fewGraphemes, blueskyBytes - 1 - utf8.encode(link).length, countBytes);
  const text = join(fewBytes, link);
  const byteEnd = utf8.encode(text).length;
  return { text, byteStart: byteEnd - utf8.encode(link).length, byteEnd };
}
