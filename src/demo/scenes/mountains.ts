import { conifer } from './plants.ts';
import {
  backdrop,
  below,
  circle,
  d,
  defs,
  linear,
  many,
  mix,
  radial,
  ridge,
  type Scene,
  stroke,
} from './svg.ts';

/** Ridges behind ridges, each one fading into the mist at its foot. */
export const mountains: Scene = (random) => {
  const { sky, glow, mist, far, near } = random.variant([
    { sky: '#7fa6c9', glow: '#fff3d6', mist: '#f3e6dc', far: '#b9c3d4', near: '#1e3047' },
    { sky: '#e8836b', glow: '#ffe0a3', mist: '#ffd9b8', far: '#e3a48f', near: '#3b1f3a' },
    { sky: '#9cc5c1', glow: '#fdfbe8', mist: '#e9f3ea', far: '#b3d0c6', near: '#123c3a' },
    { sky: '#6c6fa8', glow: '#ffd7d9', mist: '#e6d3e4', far: '#a9a1cb', near: '#1f1b45' },
  ]);
  const [sunX, sunY] = [random.between(500, 1500), random.between(280, 420)];
  const layers = 7;
  const gradients = Array.from({ length: layers }, (_, index) => {
    const color = mix(far, near, (index / (layers - 1)) ** 1.3);
    return linear(`m${index}`, [
      [0, color],
      [0.55, mix(color, mist, 0.35)],
      [1, mix(color, mist, 0.75)],
    ]);
  });
  const ridges = many(layers, (index, share) => {
    const last = index === layers - 1;
    const points = ridge(random, 520 + share * 560, 210 - share * 90, 0.56);
    const trees = last
      ? points
          .filter(() => random.chance(0.8))
          .map(([x, y]) => conifer(random, x, y + 14, random.between(40, 120), near))
          .join('')
      : '';
    return trees + below(points, last ? near : `url(#m${index})`);
  });
  const birds = many(random.whole(4, 8), () => {
    const [x, y, span] = [
      sunX + random.between(-300, 300),
      sunY + random.between(-120, 140),
      random.between(9, 20),
    ];
    return stroke(
      d`M ${x - span} ${y - span / 3} q ${span / 2} ${-span / 3} ${span} ${span / 2} q ${span / 2} ${-span} ${span} ${-span / 2}`,
      near,
      3,
      { opacity: 0.7 },
    );
  });
  return (
    defs(
      linear('sky', [
        [0, sky],
        [0.65, mist],
      ]),
      radial('glow', [
        [0, glow, 0.95],
        [1, glow, 0],
      ]),
      ...gradients,
    ) +
    backdrop('url(#sky)') +
    circle(sunX, sunY, 620, 'url(#glow)') +
    circle(sunX, sunY, 92, glow) +
    birds +
    ridges
  );
};
