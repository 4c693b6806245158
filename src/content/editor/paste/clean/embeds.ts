import { pageOfPlayer } from '../../../foreign/players.ts';
import { make, type Step, select } from './dom.ts';

/** Players and link cards become embeds that only name the page: Substack, Medium, WordPress and Ghost show videos in frames. */
export const readEmbeds: Step = (body) => {
  for (const frame of select(body, 'iframe')) {
    const url = frame.getAttribute('src') || frame.getAttribute('data-src') || '';
    const page = pageOfPlayer(url);
    if (page === null || !/^https?:/i.test(page)) frame.remove();
    else embed(outer(frame), page);
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
