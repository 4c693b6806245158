import { make, type Step, select } from './dom.ts';

/** The URL of the page behind the URL of its player. */
const pages: [player: RegExp, page: (id: string) => string][] = [
  [
    /^https:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,20})/,
    (id) => `https://www.youtube.com/watch?v=${id}`,
  ],
  [/^https:\/\/player\.vimeo\.com\/video\/(\d{1,20})/, (id) => `https://vimeo.com/${id}`],
  [/^(https:\/\/[\w.-]{1,100}\/@[\w.@-]{1,100}\/\d{1,30})\/embed/, (page) => page],
];

/** Players and link cards become embeds that only name the page: Substack, Medium, WordPress and Ghost show videos in frames. */
export const readEmbeds: Step = (body) => {
  for (const frame of select(body, 'iframe')) {
    const url = frame.getAttribute('src') || frame.getAttribute('data-src') || '';
    const page = pages.map(([player, of]) => [player.exec(url)?.[1], of] as const).find(([id]) => id);
    if (!page?.[0]) frame.remove();
    else embed(outer(frame), page[1](page[0]));
  }
  // Ghost's bookmark cards.
  for (const card of select(body, '.kg-bookmark-card')) {
    const href = card.querySelector('a')?.getAttribute('href');
    if (href) embed(card, href);
  }
};

function embed(element: Element, url: string): void {
  const figure = make(element, 'figure', { class: 'embed' });
  const link = make(element, 'a', { href: url });
  link.textContent = url;
  figure.append(link);
  element.replaceWith(figure);
}

/** The wrapper around a player, unless it has a caption. */
function outer(frame: Element): Element {
  let element = frame;
  for (let parent = frame.parentElement; parent; parent = parent.parentElement) {
    if (parent.childElementCount !== 1 || parent.localName === 'body' || parent.textContent?.trim()) break;
    element = parent;
  }
  return element;
}
