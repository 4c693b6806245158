import { fonts, light } from '../message/palette.ts';

/** Inline, because not every program for mail reads style elements. `start` is the side where the text begins. */
type Style = (start: 'left' | 'right') => string;

const heading =
  (size: number, above: number): Style =>
  () =>
    `margin: ${above}px 0 10px; font: bold ${size}px/1.3 ${fonts.text}`;

const list: Style = (start) => `margin: 0 0 16px; padding: 0; padding-${start}: 26px`;
const cell: Style = (start) =>
  `padding: 6px 10px; border: 1px solid ${light.line}; text-align: ${start}; vertical-align: top`;

export const blockStyles: Readonly<Record<string, Style>> = {
  p: () => 'margin: 0 0 16px',
  h1: heading(26, 36),
  h2: heading(23, 36),
  h3: heading(20, 30),
  h4: heading(18, 26),
  h5: heading(17, 24),
  h6: heading(16, 24),
  blockquote: (start) =>
    `margin: 0 0 16px; padding: 2px 0; padding-${start}: 18px; border: 0 solid ${light.line}; border-${start}-width: 3px; font-style: italic`,
  hr: () => `margin: 32px auto; width: 30%; border: 0; border-top: 1px solid ${light.line}`,
  pre: () =>
    `margin: 0 0 16px; padding: 12px 16px; border-radius: 6px; background-color: ${light.sunken}; font: 14px/1.5 ${fonts.code}; white-space: pre-wrap; text-align: left`,
  ul: list,
  ol: list,
  li: () => 'margin: 0 0 6px',
  dl: () => 'margin: 0 0 16px',
  dt: () => 'font-weight: bold',
  dd: (start) => `margin: 0 0 8px; margin-${start}: 26px`,
  figure: () => 'margin: 0 0 24px',
  figcaption: () => `margin: 6px 0 0; font: 14px/1.5 ${fonts.ui}; color: ${light.soft}`,
  table: () => 'border-collapse: collapse; font-size: 16px',
  caption: () => `padding: 0 0 6px; font: 14px/1.5 ${fonts.ui}; color: ${light.soft}`,
  th: cell,
  td: cell,
};

export const inlineStyles: Readonly<Record<string, string>> = {
  code: `padding: 1px 4px; border-radius: 3px; background-color: ${light.sunken}; font: 0.88em ${fonts.code}`,
  kbd: `padding: 1px 5px; border: 1px solid ${light.line}; border-radius: 4px; font: 0.88em ${fonts.code}`,
  // In both color schemes, as a marker pen on paper.
  mark: `background-color: #fef2c0; color: ${light.ink}`,
};

/** What programs with a dark mode change. */
export const classes: Readonly<Record<string, string>> = {
  blockquote: 'line',
  hr: 'line',
  th: 'line',
  td: 'line',
  kbd: 'line',
  pre: 'sunken',
  code: 'sunken',
  figcaption: 'quiet',
  caption: 'quiet',
};

export const calloutStyle: Style = (start) =>
  `margin: 0 0 16px; padding: 12px 16px 1px; border: 0 solid ${light.line}; border-${start}-width: 4px; background-color: ${light.sunken}`;
export const formulaStyle = `margin: 0 0 16px; font: 15px/1.5 ${fonts.code}; text-align: center; white-space: pre-wrap`;
export const galleryFigureStyle =
  'display: inline-block; width: 48%; margin: 0 1% 12px 0; vertical-align: top';
export const actionStyle = `display: inline-block; padding: 12px 22px; border-radius: 24px; background-color: ${light.ink}; color: #ffffff; font: bold 16px/1.3 ${fonts.ui}; text-decoration: none`;
