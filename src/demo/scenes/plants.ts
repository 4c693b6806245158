import type { Random } from './random.ts';
import { d, lines, type Point, shape, stroke } from './svg.ts';

/** A spruce as a ragged silhouette of drooping tiers. */
export function conifer(random: Random, x: number, base: number, height: number, fill: string): string {
  const tiers = 6;
  const side = (sign: number): Point[] =>
    Array.from({ length: tiers }, (_, tier) => {
      const y = base - height + (height * (tier + 1)) / tiers;
      const reach = sign * height * 0.24 * ((tier + 1) / tiers) * random.between(0.8, 1.15);
      return [
        [x + reach, y + height * 0.02],
        [x + reach * 0.45, y - height * 0.015],
      ] as const;
    }).flat();
  return shape(`M ${lines([[x, base - height], ...side(1), ...side(-1).reverse()])} Z`, fill);
}

/** A stem with leaves in pairs, growing from (x, y) in the direction of `angle` (0 is upwards). */
export function sprig(
  random: Random,
  x: number,
  y: number,
  length: number,
  angle: number,
  color: string,
): string {
  const leaves = Array.from({ length: 9 }, (_, index) => {
    const along = -length * (0.2 + (index / 9) * 0.8);
    const size = length * 0.2 * (1.15 - index / 12) * random.between(0.85, 1.1);
    const sign = index % 2 ? 1 : -1;
    return shape(
      d`M 0 ${along} q ${sign * size * 0.35} ${-size * 0.6} ${sign * size} ${-size * 0.55} q ${-sign * size * 0.25} ${size * 0.75} ${-sign * size} ${size * 0.55} z`,
      color,
    );
  }).join('');
  return `<g transform="${d`translate(${x} ${y}) rotate(${angle})`}">${stroke(d`M 0 0 q ${length * 0.05} ${-length * 0.5} 0 ${-length}`, color, length * 0.02)}${leaves}</g>`;
}
