import {
  backdrop,
  circle,
  curve,
  d,
  ellipse,
  group,
  many,
  mix,
  type Point,
  rect,
  type Scene,
  shape,
  stroke,
} from './svg.ts';

/** A map without names: blocks, parks, a river and one walk. */
export const streets: Scene = (random) => {
  const { land, road, block, park, water, route } = random.variant([
    {
      land: '#f4efe4',
      road: '#ffffff',
      block: '#e3dac8',
      park: '#b9d8a8',
      water: '#a5cfe3',
      route: '#d0021b',
    },
    {
      land: '#1d2433',
      road: '#3b465e',
      block: '#2a3347',
      park: '#2f5a4c',
      water: '#14506b',
      route: '#ffb703',
    },
    {
      land: '#efe6e6',
      road: '#fffdfb',
      block: '#dccfd4',
      park: '#c5d9b8',
      water: '#8fb7d6',
      route: '#6a3fc4',
    },
  ]);
  const angle = random.between(-24, 24);
  const inner: string[] = [];
  const divide = (x: number, y: number, w: number, h: number, depth: number): void => {
    if (depth === 0 || (Math.max(w, h) < 170 && random.chance(0.7))) {
      const gap = 7;
      const green = random.chance(0.07);
      inner.push(rect(x + gap, y + gap, w - gap * 2, h - gap * 2, green ? park : block, { rx: 6 }));
      if (green)
        inner.push(
          many(Math.ceil((w * h) / 1800), () =>
            circle(
              x + random.between(gap + 10, w - gap - 10),
              y + random.between(gap + 10, h - gap - 10),
              random.between(5, 10),
              mix(park, '#1f5a2a', 0.3),
            ),
          ),
        );
      else if (w > 60 && h > 60)
        inner.push(
          many(5, () =>
            rect(
              x + random.between(gap + 6, w * 0.6),
              y + random.between(gap + 6, h * 0.6),
              random.between(0.14, 0.3) * w,
              random.between(0.14, 0.3) * h,
              mix(block, random.chance(0.5) ? '#ffffff' : '#7a6a5a', 0.18),
            ),
          ),
        );
      return;
    }
    const at = random.between(0.36, 0.64);
    const gap = depth > 6 ? 14 : depth > 4 ? 6 : 0;
    if (w > h) {
      divide(x, y, w * at - gap, h, depth - 1);
      divide(x + w * at + gap, y, w * (1 - at) - gap, h, depth - 1);
    } else {
      divide(x, y, w, h * at - gap, depth - 1);
      divide(x, y + h * at + gap, w, h * (1 - at) - gap, depth - 1);
    }
  };
  divide(-700, -900, 3400, 3100, 9);
  const banks = Array.from(
    { length: 8 },
    (_, index): Point => [
      index * 330 - 150,
      760 + Math.sin(index * 0.9 + angle) * 210 + random.between(-50, 50),
    ],
  );
  const river = curve(banks);
  const bridges = banks
    .slice(1, -1)
    .map(([x, y]) =>
      stroke(d`M ${x} ${y - 125} V ${y + 125}`, road, 22, { transform: d`rotate(${angle} ${x} ${y})` }),
    );
  const [from, to] = [
    [random.between(260, 560), random.between(220, 420)],
    [random.between(1380, 1720), random.between(820, 1080)],
  ] as [Point, Point];
  const [mx, my] = [
    from[0] + (to[0] - from[0]) * random.between(0.3, 0.6),
    from[1] + (to[1] - from[1]) * random.between(0.35, 0.65),
  ];
  const walk = d`M ${from[0]} ${from[1]} H ${mx - 220} V ${my} H ${mx} V ${my + 130} H ${mx + 260} V ${to[1]} H ${to[0]}`;
  const pin =
    shape(
      d`M ${to[0]} ${to[1]} c -18 -52 -62 -66 -62 -116 a 62 62 0 0 1 124 0 c 0 50 -44 64 -62 116 z`,
      route,
    ) + circle(to[0], to[1] - 116, 24, '#ffffff');
  const ringRoad = ellipse(1000, 640, 780, 560, 'none', {
    stroke: mix(road, route, 0.16),
    'stroke-width': 26,
  });
  const turned = d`rotate(${angle} 1000 666)`;
  const trip =
    stroke(walk, '#000000', 26, { opacity: 0.15, 'stroke-linejoin': 'round', transform: 'translate(0 5)' }) +
    stroke(walk, '#ffffff', 20, { 'stroke-linejoin': 'round' }) +
    stroke(walk, route, 12, { 'stroke-linejoin': 'round' }) +
    circle(from[0], from[1], 24, '#ffffff') +
    circle(from[0], from[1], 15, route) +
    group(ellipse(to[0], to[1] + 4, 34, 11, '#000000', { opacity: 0.25 }) + pin, {
      transform: d`rotate(${-angle} ${to[0]} ${to[1]})`,
    });
  return (
    backdrop(mix(road, land, 0.25)) +
    group(inner.join('') + ringRoad, { transform: turned }) +
    stroke(river, mix(water, land, 0.4), 190) +
    stroke(river, water, 166) +
    bridges.join('') +
    group(trip, { transform: turned })
  );
};
