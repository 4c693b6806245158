import {
  backdrop,
  below,
  blur,
  d,
  defs,
  ellipse,
  group,
  HEIGHT,
  linear,
  many,
  mix,
  polygon,
  rect,
  ridge,
  type Scene,
  shape,
  stroke,
  WIDTH,
} from './svg.ts';

/** A field of tulips running towards a mill on the horizon. */
export const tulips: Scene = (random) => {
  const { sky, haze, paints } = random.variant([
    { sky: '#58a6dc', haze: '#eef6f5', paints: ['#d0021b', '#ff8c1a', '#ffd23f', '#f7749b', '#8b2fa0'] },
    { sky: '#f3a683', haze: '#fff0d9', paints: ['#c2185b', '#ffffff', '#f06292', '#7b1fa2', '#ffb3c7'] },
    { sky: '#9ec9e2', haze: '#fdf7e3', paints: ['#ff5d3b', '#ffe066', '#ffffff', '#ff9f1c', '#d62839'] },
  ]);
  const horizon = 560;
  const vanish = random.between(700, 1300);
  const turn = random.whole(0, 4);
  const paintOf = (row: number) =>
    paints[(((row + turn) % paints.length) + paints.length) % paints.length] as string;
  const at = (row: number, depth: number) =>
    vanish + (row * 330 * (depth - horizon)) / (HEIGHT - horizon) / 0.9;
  const beds = many(27, (index) => {
    const row = index - 13;
    const bed = (from: number, to: number, fill: string) =>
      polygon(
        [
          [vanish, horizon],
          [at(row + from, HEIGHT + 40), HEIGHT + 40],
          [at(row + to, HEIGHT + 40), HEIGHT + 40],
        ],
        fill,
      );
    return (
      bed(-0.5, 0.5, '#2f6b3c') +
      bed(-0.4, 0.4, '#3f8a4a') +
      bed(-0.36, 0.36, mix(paintOf(row), '#2f6b3c', 0.25))
    );
  });
  const blossom = (x: number, y: number, size: number, color: string) =>
    stroke(d`M ${x} ${y} v ${size * 1.7}`, '#2e7d3e', size * 0.16) +
    shape(
      d`M ${x - size * 0.5} ${y - size * 0.35} Q ${x - size * 0.55} ${y + size * 0.6} ${x} ${y + size * 0.62} Q ${x + size * 0.55} ${y + size * 0.6} ${x + size * 0.5} ${y - size * 0.35} L ${x + size * 0.22} ${y - size * 0.02} L ${x} ${y - size * 0.5} L ${x - size * 0.22} ${y - size * 0.02} Z`,
      color,
    );
  const flowers = many(26, (step) => {
    const y = horizon + 26 + (step / 25) ** 2.1 * (HEIGHT - horizon + 10);
    const size = 5 + ((y - horizon) / (HEIGHT - horizon)) * 62;
    return many(27, (index) => {
      const row = index - 13;
      const centre = at(row, y);
      if (centre < -300 || centre > WIDTH + 300) return '';
      const across = size > 30 ? 5 : 4;
      return many(across, (place) => {
        const x = at(row + (place / (across - 1) - 0.5) * 0.68, y) + random.between(-0.14, 0.14) * size;
        return blossom(
          x,
          y - size * 0.7 + random.between(-0.4, 0.4) * size,
          size * random.between(0.85, 1.1),
          mix(paintOf(row), random.chance(0.5) ? '#ffffff' : '#4a0d1f', random.between(0, 0.2)),
        );
      });
    });
  });
  const millX = vanish + (vanish > 1000 ? -420 : 420);
  const mill =
    shape(
      d`M ${millX - 46} ${horizon + 4} L ${millX - 28} ${horizon - 150} h 56 L ${millX + 46} ${horizon + 4} Z`,
      '#5b3b2e',
    ) +
    shape(d`M ${millX - 34} ${horizon - 150} q 34 -60 68 0 z`, '#3d2620') +
    group(
      many(
        4,
        (arm) =>
          `<g transform="rotate(${arm * 90 + 28} ${Math.round(millX)} ${horizon - 165})">${stroke(d`M ${millX} ${horizon - 165} v -170`, '#3d2620', 7)}${rect(millX, horizon - 330, 30, 130, '#f8efe0', { opacity: 0.9 })}</g>`,
      ),
    );
  const clouds = many(6, () => {
    const [x, y, size] = [random.between(0, WIDTH), random.between(60, 380), random.between(50, 110)];
    return many(6, (index) =>
      ellipse(x + index * size * 0.75, y - Math.sin(index * 0.7) * size * 0.5, size, size * 0.42, '#ffffff'),
    );
  });
  return (
    defs(
      linear('sky', [
        [0, sky],
        [0.45, haze],
      ]),
      blur('soft', 12),
    ) +
    backdrop('url(#sky)') +
    group(clouds, { filter: 'url(#soft)', opacity: 0.8 }) +
    below(ridge(random, horizon - 14, 16, 0.55), mix('#4a7c59', haze, 0.4)) +
    mill +
    rect(0, horizon, WIDTH, HEIGHT - horizon, '#2f6b3c') +
    beds +
    flowers
  );
};
