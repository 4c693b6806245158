import { Mark } from '@tiptap/core';
import { isColor } from '../../../document/style.ts';

export const swatches: readonly (readonly { name: string; value: string }[])[] = [
  [
    { name: 'Red', value: '#b60205' },
    { name: 'Orange', value: '#d93f0b' },
    { name: 'Yellow', value: '#fbca04' },
    { name: 'Green', value: '#0e8a16' },
    { name: 'Teal', value: '#006b75' },
    { name: 'Blue', value: '#1d76db' },
    { name: 'Dark blue', value: '#0052cc' },
    { name: 'Purple', value: '#5319e7' },
  ],
  [
    { name: 'Pale red', value: '#e99695' },
    { name: 'Pale orange', value: '#f9d0c4' },
    { name: 'Pale yellow', value: '#fef2c0' },
    { name: 'Pale green', value: '#c2e0c6' },
    { name: 'Pale teal', value: '#bfdadc' },
    { name: 'Pale blue', value: '#c5def5' },
    { name: 'Gray blue', value: '#bfd4f2' },
    { name: 'Pale purple', value: '#d4c5f9' },
  ],
];

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

export const TextColor = colorMark('textColor', 'color');
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
