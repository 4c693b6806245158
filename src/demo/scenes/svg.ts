import type { Random } from './random.ts';

/** Every scene is drawn on a canvas of this size and scaled afterwards. */
export const WIDTH = 2000;
export const HEIGHT = 1333;

export type Point = readonly [x: number, y: number];
export type Scene = (random: Random) => string;
type Stop = readonly [offset: number, color: string, opacity?: number];

const short = (value: number) => String(Math.round(value * 100) / 100);
const attributes = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? short(value) : value}"`)
    .join('');

type Extra = Record<string, string | number>;

/** Opacity of a single shape costs the rasteriser a whole layer; opacity of its paint is free. */
const painted = ({ opacity, ...extra }: Extra): Extra =>
  opacity === undefined ? extra : { ...extra, 'fill-opacity': opacity, 'stroke-opacity': opacity };

export const rect = (x: number, y: number, width: number, height: number, fill: string, extra: Extra = {}) =>
  `<rect${attributes({ x, y, width, height, fill, ...painted(extra) })}/>`;
export const circle = (cx: number, cy: number, r: number, fill: string, extra: Extra = {}) =>
  `<circle${attributes({ cx, cy, r, fill, ...painted(extra) })}/>`;
export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, extra: Extra = {}) =>
  `<ellipse${attributes({ cx, cy, rx, ry, fill, ...painted(extra) })}/>`;
export const shape = (d: string, fill: string, extra: Extra = {}) =>
  `<path${attributes({ d, fill, ...painted(extra) })}/>`;
export const stroke = (d: string, color: string, width: number, extra: Extra = {}) =>
  shape(d, 'none', { stroke: color, 'stroke-width': width, 'stroke-linecap': 'round', ...extra });
export const ring = (x: number, y: number, r: number, color: string, width: number, extra: Extra = {}) =>
  circle(x, y, r, 'none', { stroke: color, 'stroke-width': width, ...extra });
export const group = (content: string, extra: Extra = {}) => `<g${attributes(extra)}>${content}</g>`;
export const backdrop = (fill: string, extra: Extra = {}) => rect(0, 0, WIDTH, HEIGHT, fill, extra);

/** A path from numbers and commands: d`M ${x} ${y} h 20 z` with short numbers. */
export const d = (parts: TemplateStringsArray, ...values: number[]) =>
  parts.reduce((text, part, index) => text + short(values[index - 1] ?? 0) + part);

const stopList = (stops: readonly Stop[]) =>
  stops
    .map(
      ([offset, color, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${color}"${opacity === 1 ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    .join('');

/** A gradient along a direction, downwards when none is given. */
export const linear = (id: string, stops: readonly Stop[], [x2, y2]: Point = [0, 1]) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${x2}" y2="${y2}">${stopList(stops)}</linearGradient>`;
export const radial = (id: string, stops: readonly Stop[], [cx, cy]: Point = [0.5, 0.5]) =>
  `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="0.5">${stopList(stops)}</radialGradient>`;
/** The soft shadow under a round thing; a gradient, because blurring large areas is slow. */
export const roundShadow = (x: number, y: number, r: number, darkness = 0.5) =>
  `<radialGradient id="shadow${short(x)}x${short(y)}x${short(r)}">${stopList([
    [0.8, '#120600', darkness],
    [0.9, '#120600', darkness * 0.5],
    [1, '#120600', 0],
  ])}</radialGradient>${circle(x, y, r * 1.12, `url(#shadow${short(x)}x${short(y)}x${short(r)})`)}`;
/** The soft shadow under a sheet. */
export const sheetShadow = (x: number, y: number, width: number, height: number) =>
  many(9, (index) =>
    rect(x - index * 5, y - index * 5, width + index * 10, height + index * 10, '#120600', {
      rx: 6 + index * 5,
      opacity: 0.055,
    }),
  );
export const blur = (id: string, deviation: number) =>
  `<filter id="${id}" x="-10%" y="-10%" width="120%" height="120%" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;
export const clip = (id: string, content: string) => `<clipPath id="${id}">${content}</clipPath>`;
export const defs = (...content: string[]) => `<defs>${content.join('')}</defs>`;

/** Draws something `count` times and joins the pieces. */
export const many = (count: number, draw: (index: number, share: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index, count > 1 ? index / (count - 1) : 0)).join('');

export const lines = (points: readonly Point[]) => points.map(([x, y]) => d`${x} ${y}`).join(' L ');
export const polygon = (points: readonly Point[], fill: string, extra: Extra = {}) =>
  shape(`M ${lines(points)} Z`, fill, extra);

/** A smooth line through all points (Catmull-Rom as cubic curves). */
export function curve(points: readonly Point[], closed = false): string {
  const count = points.length;
  const at = (index: number) =>
    points[closed ? (index + count) % count : Math.min(Math.max(index, 0), count - 1)] as Point;
  let path = d`M ${at(0)[0]} ${at(0)[1]}`;
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    path += d` C ${from[0] + (to[0] - before[0]) / 6} ${from[1] + (to[1] - before[1]) / 6} ${
      to[0] - (after[0] - from[0]) / 6
    } ${to[1] - (after[1] - from[1]) / 6} ${to[0]} ${to[1]}`;
  }
  return closed ? `${path} Z` : path;
}

/** A rugged line across the canvas by halving it again and again; `roughness` below 0.5 gives gentle hills. */
export function ridge(
  random: Random,
  height: number,
  amplitude: number,
  roughness: number,
  halvings = 8,
): Point[] {
  let heights = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
  let swing = roughness;
  for (let round = 0; round < halvings - 2; round++) {
    heights = heights.flatMap((here, index) => {
      const there = heights[index + 1];
      return there === undefined ? [here] : [here, (here + there) / 2 + random.between(-swing, swing)];
    });
    swing *= roughness;
  }
  const step = (WIDTH + 40) / (heights.length - 1);
  return heights.map((value, index) => [index * step - 20, height - value * amplitude] as const);
}

/** Everything under a line, down to the bottom edge. */
export const below = (points: readonly Point[], fill: string, extra: Extra = {}) =>
  polygon([...points, [WIDTH + 20, HEIGHT + 20], [-20, HEIGHT + 20]], fill, extra);

/** Mixes two colors written as #rrggbb. */
export function mix(from: string, to: string, share: number): string {
  const channel = (color: string, index: number) => Number.parseInt(color.slice(index, index + 2), 16);
  const mixed = [1, 3, 5].map((index) =>
    Math.round(channel(from, index) + (channel(to, index) - channel(from, index)) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}
