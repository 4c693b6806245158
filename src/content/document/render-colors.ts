import { toHex } from '../../platform/web/colors.ts';
import { parseColor } from './parse-color.ts';
import { type Colors, readableInBoth } from './readable-colors.ts';
import { declarationsOf } from './style.ts';
import { attribute, type Element, setAttribute } from './tree.ts';

const none: Colors = { color: null, background: null };

/** Almost transparent backgrounds show the page. */
const leastOpacity = 0.05;

/**
 * Makes the colors that an author chose readable in both color schemes: text on the page, and text on a background that
 * was chosen too. The stored HTML keeps the author's color, which is also the first declaration here, for feed readers.
 */
export function renderColors(all: readonly Element[]): void {
  const inherited = new Map<unknown, Colors>();
  // In document order, so that the parent of a node comes before it.
  for (const node of all) {
    const outer = inherited.get(node.parentNode) ?? none;
    const style = node.tagName === 'span' ? (attribute(node, 'style') ?? '') : '';
    const own = style ? colorsOf(style) : none;
    if (!own.color && !own.background) {
      inherited.set(node, outer);
      continue;
    }
    const both = { color: own.color ?? outer.color, background: own.background ?? outer.background };
    inherited.set(node, both);
    const color = readableInBoth(both);
    if (own.color?.opacity === 1 && color === toHex(own.color.rgb)) continue;
    setAttribute(node, 'style', `${withoutEnd(style)}; color: ${color};`);
  }
}

function withoutEnd(style: string): string {
  const trimmed = style.trimEnd();
  return trimmed.endsWith(';') ? trimmed.slice(0, -1) : trimmed;
}

function colorsOf(style: string): Colors {
  const values = declarationsOf(style);
  const background = parseColor(values.get('background-color') ?? '');
  return {
    color: parseColor(values.get('color') ?? ''),
    background: background && background.opacity >= leastOpacity ? background : null,
  };
}

/** The style without what `renderColors` added for browsers that show both color schemes. */
export const authorsStyle = (style: string): string =>
  style.replace(/ color: light-dark\(#[\da-f]{6}, #[\da-f]{6}\);$/, '');
