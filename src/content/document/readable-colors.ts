import { grounds, parseHex, type Rgb, readableOn, type Scheme, toHex } from '../../platform/web/colors.ts';
import { blend, type Color, parseColor } from './parse-color.ts';

/** What an author chose for a text and for what is behind it. */
export type Colors = { color: Color | null; background: Color | null };

const schemes: Scheme[] = ['light', 'dark'];
const ink: Color = { rgb: parseHex('#1d1b20'), opacity: 1 };

/** The color of text, in CSS; without a background it is on the page. */
export function readableInBoth(colors: Colors): string {
  const [light = '', dark = ''] = schemes.map((scheme) => toHex(readable(colors, scheme)));
  return light === dark ? light : `light-dark(${light}, ${dark})`;
}

/** A color as text on the page, in CSS. */
export const readableText = (color: string): string =>
  readableInBoth({ color: parseColor(color), background: null });

function readable({ color, background }: Colors, scheme: Scheme): Rgb {
  const papers = grounds[scheme].map(parseHex);
  const behind = background ? papers.map((paper) => blend(background, paper)) : papers;
  const [first] = behind;
  return readableOn(blend(color ?? ink, first ?? [255, 255, 255]), behind);
}
