import { Mark } from '@tiptap/core';
import { readableText } from '../../document/readable-colors.ts';
import { isColor } from '../../document/style.ts';

export type ColorMark = 'textColor' | 'backgroundColor';

function colorMark(name: ColorMark, property: 'color' | 'background-color') {
  const writtenColor = ({ dataset }: HTMLElement) => ({ color: dataset[name.toLowerCase()] });
  return Mark.create({
    name,
    addAttributes: () => ({ color: { default: null, rendered: false } }),
    parseHTML: () => [
      { style: property, getAttrs: (color: string) => (isColor(color) ? { color } : false) },
      { tag: `span[data-${name.toLowerCase()}]`, consuming: false, getAttrs: writtenColor },
    ],
    renderHTML: ({ mark }) => ['span', { style: `${property}: ${mark.attrs.color};` }, 0],
  });
}

/** The stored color stays that of the author; the text area shows what readers see. */
export const TextColor = colorMark('textColor', 'color').extend({
  addMarkView:
    () =>
    ({ mark }) => {
      const dom = document.createElement('span');
      dom.style.cssText = `color: ${readableText(mark.attrs.color)};`;
      return { dom, contentDOM: dom };
    },
});
export const BackgroundColor = colorMark('backgroundColor', 'background-color');

/** Keeps the spelling of colors for the parser, which sees `#b60205` as `rgb(182, 2, 5)`. */
export function keepWrittenColors(body: HTMLElement): void {
  for (const span of body.querySelectorAll<HTMLElement>('span[style]')) {
    for (const declaration of span.getAttribute('style')?.split(';') ?? []) {
      const colon = declaration.indexOf(':');
      const property = declaration.slice(0, colon).trim().toLowerCase();
      const color = declaration.slice(colon + 1).trim();
      if (!/^(?:background-)?color$/.test(property) || !isColor(color)) continue;
      span.dataset[property === 'color' ? 'textcolor' : 'backgroundcolor'] = color;
      span.style.removeProperty(property);
    }
  }
}

/** The color as browsers write it, so that `#b60205` and `rgb(182, 2, 5)` are the same. */
export function canonicalColor(color: string): string {
  const { style } = document.createElement('span');
  style.color = color;
  return style.color;
}
