import {
  backdrop,
  clip,
  curve,
  defs,
  group,
  HEIGHT,
  linear,
  many,
  mix,
  type Point,
  polygon,
  type Scene,
  stroke,
  WIDTH,
} from './svg.ts';

/** Chips of stone in a polished floor. */
export const terrazzo: Scene = (random) => {
  const { ground, chips } = random.variant([
    { ground: '#f4efe9', chips: ['#d98c7a', '#2f4858', '#e8c39e', '#8aa399', '#c9b8a8', '#b5443a'] },
    { ground: '#22333b', chips: ['#eae0d5', '#c6ac8f', '#5e503f', '#d97a5b', '#7fa3a8', '#f2e9dc'] },
    { ground: '#f7dfd8', chips: ['#e76f6f', '#ffffff', '#3f7d78', '#f2b263', '#9c4f64', '#fbeee6'] },
  ]);
  const placed: { x: number; y: number; r: number }[] = [];
  const chip = (r: number) => {
    for (let attempt = 0; attempt < 24; attempt++) {
      const [x, y] = [random.between(-40, WIDTH + 40), random.between(-40, HEIGHT + 40)];
      if (placed.some((other) => Math.hypot(other.x - x, other.y - y) < (other.r + r) * 0.92 + 3)) continue;
      placed.push({ x, y, r });
      const corners = random.whole(5, 8);
      const stretch = random.between(0.6, 1);
      const turn = random.between(0, 6.28);
      const points = Array.from({ length: corners }, (_, index): Point => {
        const angle = ((index + random.between(-0.28, 0.28)) / corners) * Math.PI * 2;
        const [px, py] = [
          Math.cos(angle) * r * random.between(0.8, 1),
          Math.sin(angle) * r * stretch * random.between(0.8, 1),
        ];
        return [x + px * Math.cos(turn) - py * Math.sin(turn), y + px * Math.sin(turn) + py * Math.cos(turn)];
      });
      const color = random.pick(chips);
      const outline = polygon(points, color, {
        stroke: color,
        'stroke-width': r * 0.16,
        'stroke-linejoin': 'round',
      });
      if (r < 40) return outline;
      const id = `c${placed.length}`;
      const veins = many(3, () => {
        const at = random.between(-r, r);
        return stroke(
          curve([
            [x - r, y + at],
            [x - r * 0.3, y + at + random.between(-r, r) * 0.3],
            [x + r * 0.4, y + at + random.between(-r, r) * 0.4],
            [x + r, y + at + random.between(-r, r) * 0.6],
          ]),
          mix(color, random.chance(0.5) ? '#ffffff' : '#1d1d1f', 0.3),
          random.between(1.5, 5),
          { opacity: 0.7 },
        );
      });
      return defs(clip(id, polygon(points, '#000'))) + outline + group(veins, { 'clip-path': `url(#${id})` });
    }
    return '';
  };
  const sizes = [
    ...Array.from({ length: 34 }, () => random.between(80, 150)),
    ...Array.from({ length: 130 }, () => random.between(34, 76)),
    ...Array.from({ length: 420 }, () => random.between(9, 30)),
    ...Array.from({ length: 500 }, () => random.between(3, 8)),
  ];
  return (
    defs(
      linear(
        'polish',
        [
          [0, '#ffffff', 0.22],
          [0.5, '#ffffff', 0],
          [1, '#000000', 0.14],
        ],
        [1, 1],
      ),
    ) +
    backdrop(ground) +
    sizes.map(chip).join('') +
    backdrop('url(#polish)')
  );
};
