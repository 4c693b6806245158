import type { Messages } from '../../platform/web/messages/types.ts';
import { lineOf } from './text-content.ts';
import { attribute, type Element, isElement, setAttribute } from './tree.ts';

/** A player of the browser, which loads the file when the reader plays it. */
export function renderMedia(figure: Element, messages: Messages): void {
  const [player, caption] = figure.childNodes;
  if (!player || !isElement(player)) return;
  setAttribute(player, 'controls', '');
  setAttribute(player, 'preload', 'metadata');
  if (player.tagName === 'video') setAttribute(player, 'playsinline', '');
  const text = caption && isElement(caption) ? lineOf(caption) : '';
  setAttribute(
    player,
    'aria-label',
    text || messages.players[player.tagName === 'video' ? 'video' : 'audio'],
  );
  const [width, height] = ['width', 'height'].map((name) => Number(attribute(player, name)));
  if (width && height) setAttribute(player, 'style', `aspect-ratio: ${width} / ${height};`);
}
