import { excerpt } from '../src/content/document/excerpt.ts';
import { renderContent, rendererVersion } from '../src/content/document/render.ts';
import { sanitize } from '../src/content/document/sanitize.ts';
import { description, plainText } from '../src/content/document/text.ts';
import { bodyFields } from '../src/core/posts/api/post-fields.ts';
import { searchableText } from '../src/core/posts/text.ts';

const words =
  'a quiet morning on the river with bread and tea while the rain writes letters on the window and somebody counts the boats that never quite arrive'.split(
    ' ',
  );

export const pick = <Item>(items: readonly Item[], number: number): Item =>
  items[number % items.length] as Item;

export const sentence = (start: number, length: number): string =>
  Array.from({ length }, (_, index) => pick(words, start * 7 + index * (1 + (start % 5)))).join(' ');

/** The contents that seeded posts take in turn, as they are stored, with their plain text. */
export const seededContents = () => Array.from({ length: 40 }, (_, index) => content(index));

function content(seedNumber: number) {
  const paragraphs = Array.from(
    { length: 6 + (seedNumber % 8) },
    (_, index) => `<p>${sentence(seedNumber * 31 + index, 60)} <strong>${sentence(index, 3)}</strong>.</p>`,
  );
  const html = sanitize(
    `<h2>${sentence(seedNumber, 4)}</h2>${paragraphs.join('')}<ul><li><p>one</p></li></ul>`,
  );
  const asShown = renderContent(html);
  const cut = excerpt(asShown);
  return {
    columns: {
      post_content: html,
      shown_html: asShown === html ? null : asShown,
      card_html: cut.html,
      card_truncated: cut.truncated ? 1 : 0,
      description: description(html),
      renderer_version: rendererVersion,
    },
    text: plainText(html),
    indexed: searchableText(bodyFields, { post_content: html }),
  };
}

/** Two made-up names. Each pair is in the titles of exactly ten posts, so a search for it finds as many on any site size. */
export function seededPlace(number: number): string {
  const group = Math.floor(number / 10);
  const syllables = ['ka', 'lo', 'mi', 'ru', 'te', 'vo', 'ni', 'sa', 'pe', 'du'];
  const name = (ending: string) =>
    [...String(group).padStart(4, '0')].map((digit) => syllables[Number(digit)]).join('') + ending;
  return `${name('n')} ${name('s')}`;
}
