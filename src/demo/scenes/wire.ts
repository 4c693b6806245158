import { sprig } from './plants.ts';
import {
  backdrop,
  circle,
  curve,
  d,
  defs,
  ellipse,
  group,
  HEIGHT,
  linear,
  many,
  mix,
  type Point,
  polygon,
  radial,
  rect,
  type Scene,
  shape,
  stroke,
  WIDTH,
} from './svg.ts';

/** A few round birds talking on the wires. */
export const wire: Scene = (random) => {
  const { sky, low, sun, ink } = random.variant([
    { sky: '#f6b38e', low: '#fde9cf', sun: '#e8553f', ink: '#2b1d2e' },
    { sky: '#6fb7c9', low: '#f7f3df', sun: '#fff6d0', ink: '#17323d' },
    { sky: '#3d3a6b', low: '#e58fa0', sun: '#ffd9a8', ink: '#140f2c' },
  ]);
  const sunX = random.between(600, 1400);
  const wires = Array.from({ length: 4 }, (_, index) => ({
    left: 380 + index * 150 + random.between(-20, 20),
    right: 330 + index * 165 + random.between(-20, 20),
    sag: random.between(60, 130),
  }));
  const yAt = ({ left, right, sag }: (typeof wires)[number], x: number) => {
    const t = (x + 100) / (WIDTH + 200);
    return left * (1 - t) + right * t + 4 * sag * t * (1 - t);
  };
  const cable = (one: (typeof wires)[number]) =>
    curve(Array.from({ length: 11 }, (_, index): Point => [index * 220 - 100, yAt(one, index * 220 - 100)]));
  const bird = (x: number, y: number, s: number, flip: number, tint: string) =>
    group(
      shape('M -28 -30 L -92 26 L -70 34 L -8 -6 Z', mix(ink, tint, 0.25)) +
        shape(
          'M -46 -34 C -50 -86 -14 -96 4 -98 C 10 -128 52 -130 58 -98 L 76 -92 L 58 -84 C 62 -40 44 0 6 0 C -24 0 -44 -10 -46 -34 Z',
          ink,
        ) +
        shape('M 16 -6 C 44 -10 56 -40 55 -70 C 40 -80 22 -60 14 -30 Z', tint) +
        shape('M -40 -40 C -30 -70 4 -74 16 -64 C 12 -34 -14 -16 -52 -2 Z', mix(ink, tint, 0.35)) +
        circle(38, -102, 5, '#fffaf0') +
        stroke('M -2 -2 v 8 M 14 -2 v 8', ink, 4),
      { transform: d`translate(${x} ${y}) scale(${flip * s} ${s})` },
    );
  const tints = random.variant([
    ['#d0432b', '#f0a35c', '#fbe3c4'],
    ['#e0c34a', '#8fd0c5', '#f4f0dc'],
    ['#f39aa8', '#f7c88a', '#cfc6ff'],
  ]);
  const birds = wires.map((one, index) => {
    let row = '';
    for (let x = random.between(120, 420); x < WIDTH - 420; x += random.between(110, 420)) {
      if (random.chance(index === 1 ? 0.85 : 0.5))
        row += bird(
          x,
          yAt(one, x) - 3,
          random.between(0.8, 1.15),
          random.chance(0.5) ? 1 : -1,
          random.pick(tints),
        );
    }
    return row;
  });
  const poleX = random.between(1680, 1800);
  const arms = wires.map((one) => {
    const y = yAt(one, poleX);
    return (
      rect(poleX - 120, y + 10, 240, 20, ink) +
      rect(poleX - 9, y - 14, 18, 28, mix(ink, low, 0.35), { rx: 5 }) +
      rect(poleX - 109, y - 12, 18, 24, mix(ink, low, 0.35), { rx: 5 })
    );
  });
  const clouds = many(9, () =>
    ellipse(
      random.between(0, WIDTH),
      random.between(100, 1150),
      random.between(260, 700),
      random.between(16, 50),
      'url(#cloud)',
      { opacity: random.between(0.4, 0.9) },
    ),
  );
  const twigs = many(7, (index) =>
    sprig(
      random,
      -30 + index * 36,
      HEIGHT - 300 + index * 62,
      random.between(300, 430),
      40 + index * 9,
      mix(ink, sky, index * 0.04),
    ),
  );
  return (
    defs(
      linear('sky', [
        [0, sky],
        [1, low],
      ]),
      radial('cloud', [
        [0, '#ffffff', 0.7],
        [1, '#ffffff', 0],
      ]),
    ) +
    backdrop('url(#sky)') +
    circle(sunX, 760, 330, sun) +
    clouds +
    polygon(
      [
        [poleX - 26, HEIGHT],
        [poleX - 17, 220],
        [poleX + 17, 220],
        [poleX + 26, HEIGHT],
      ],
      mix(ink, sun, 0.12),
    ) +
    arms.join('') +
    wires.map((one) => stroke(cable(one), ink, 5)).join('') +
    birds.join('') +
    twigs
  );
};
