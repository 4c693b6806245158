import type { Rgb } from '../../platform/web/colors.ts';
import { namedColors } from './named-colors.ts';

export type Color = { rgb: Rgb; opacity: number };

/** The value of a color that `isColor` accepts; null for any other text. */
export function parseColor(text: string): Color | null {
  const value = text.trim().toLowerCase();
  const digits = namedColors.get(value) ?? /^#([\da-f]+)$/.exec(value)?.[1];
  if (digits) return fromDigits(digits);
  const [, name, inner = ''] = /^(rgb|hsl)a?\(([^)]*)\)$/.exec(value) ?? [];
  if (!name) return null;
  const parts = inner.split(/[\s,/]+/).filter(Boolean);
  const [first = '', second = '', third = '', fourth = '1'] = parts;
  const opacity = clamp(fraction(fourth, 1));
  if (name === 'hsl')
    return { rgb: fromHsl(Number.parseFloat(first), fraction(second, 100), fraction(third, 100)), opacity };
  const [red = 0, green = 0, blue = 0] = [first, second, third].map(
    (part) => 255 * clamp(fraction(part, 255)),
  );
  return { rgb: [red, green, blue], opacity };
}

/** What is seen of a color on a background. */
export const blend = ({ rgb, opacity }: Color, ground: Rgb): Rgb => {
  const [red, green, blue] = rgb.map(
    (channel, index) => channel * opacity + (ground[index] ?? 0) * (1 - opacity),
  );
  return [Math.round(red ?? 0), Math.round(green ?? 0), Math.round(blue ?? 0)];
};

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** A percentage, or a number whose whole is given. */
const fraction = (part: string, whole: number): number =>
  Number.parseFloat(part) / (part.endsWith('%') ? 100 : whole);

function fromDigits(digits: string): Color {
  const full = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const [red = 0, green = 0, blue = 0, opacity = 255] = (full.match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  return { rgb: [red, green, blue], opacity: opacity / 255 };
}

/** https://drafts.csswg.org/css-color/#hsl-to-rgb */
function fromHsl(degrees: number, saturation: number, lightness: number): Rgb {
  const light = clamp(lightness);
  const range = clamp(saturation) * Math.min(light, 1 - light);
  const channel = (offset: number): number => {
    const at = (((offset + degrees / 30) % 12) + 12) % 12;
    return 255 * (light - range * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}
