/** The style sheet of the site's own colors (src/core/site/routes/theme.ts). Its URL says all that it depends on. */
export const themePath = '/theme.css';

export const themeUrl = (color: string): string => `${themePath}?accent=${color.slice(1).toLowerCase()}`;

/** The color in such a URL. */
export function accentOf(url: string): string | null {
  const [, digits] = /^\/theme\.css\?accent=([0-9a-f]{6})$/.exec(url) ?? [];
  return digits ? `#${digits}` : null;
}
