import type { PageStyle } from './page.ts';

/** URLs of built files. */
export type Assets = {
  /** The script of public pages. */
  site: string;
  /** The script of the admin area. */
  admin: string;
  /** The scripts that it imports, for the browser to load at the same time. */
  adminImports: readonly string[];
  /** The script with the texts of the admin area in a language; English needs none. */
  adminLanguage(language: string): string | null;
  styles: Readonly<Record<'every' | PageStyle, string>>;
  /** Style sheets of the admin area's frame. */
  adminStyles: readonly string[];
  /** The style sheet of a type pairing, and the fonts of its first paint. */
  type(pairing: string): { style: string; fonts: readonly string[] };
  /** The style sheet of a look, if it has one. */
  look(name: string): string | null;
};
