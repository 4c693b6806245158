import { accentTokens } from '../../../platform/web/colors.ts';

/** The colors of a mail: those of the site, on white, because programs for mail show their own page around it. */
export const light = {
  paper: '#ffffff',
  sunken: '#f4f1ec',
  ink: '#1d1b20',
  soft: '#5b5660',
  line: '#d8d3ca',
} as const;

export const dark = {
  paper: '#16151a',
  sunken: '#232129',
  ink: '#ece9e4',
  soft: '#aaa5b0',
  line: '#45424d',
} as const;

/** Of mails that do not know the site's color. */
const neutral = '#2f5fa8';

/** The accent color of the site as text, and for buttons, readable in both color schemes. */
export const accentOf = (color = neutral) => accentTokens(color);

export const fonts = {
  text: "Georgia, 'Times New Roman', serif",
  ui: "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  code: 'Menlo, Consolas, monospace',
} as const;
