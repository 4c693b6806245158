import {
  backdrop,
  blur,
  curve,
  d,
  defs,
  ellipse,
  group,
  HEIGHT,
  linear,
  many,
  mix,
  ridge,
  type Scene,
  shape,
  stroke,
  WIDTH,
} from './svg.ts';

/** Hot-air balloons above rolling hills. */
export const balloons: Scene = (random) => {
  const { sky, haze, hill, paints } = random.variant([
    {
      sky: '#5fb4d9',
      haze: '#fdeccb',
      hill: '#2f6b57',
      paints: ['#d0021b', '#f5a623', '#f8f3e6', '#1b4965'],
    },
    {
      sky: '#f4a27a',
      haze: '#ffeccc',
      hill: '#5a3a5e',
      paints: ['#2a6f97', '#ffca3a', '#fff5e4', '#c1443c'],
    },
    {
      sky: '#8fb8de',
      haze: '#f9e0e8',
      hill: '#3c4f76',
      paints: ['#e76f8a', '#ffd166', '#fdf6ec', '#3d5a80'],
    },
  ]);
  const balloon = (x: number, y: number, r: number) => {
    const first = random.pick(paints);
    const second = random.pick(paints.filter((paint) => paint !== first));
    const stripes = many(7, (index) => {
      const from = Math.sin(((index - 3.5) / 3.5) * (Math.PI / 2)) * r;
      const to = Math.sin(((index - 2.5) / 3.5) * (Math.PI / 2)) * r;
      return shape(
        d`M ${x} ${y - r} C ${x + from * 1.33} ${y - r} ${x + from * 1.33} ${y + r * 0.35} ${x + from * 0.22} ${y + r * 1.18} L ${x + to * 0.22} ${y + r * 1.18} C ${x + to * 1.33} ${y + r * 0.35} ${x + to * 1.33} ${y - r} ${x} ${y - r} Z`,
        index % 2 ? first : second,
      );
    });
    const outline = d`M ${x} ${y - r} C ${x + r * 1.33} ${y - r} ${x + r * 1.33} ${y + r * 0.35} ${x + r * 0.22} ${y + r * 1.18} L ${x - r * 0.22} ${y + r * 1.18} C ${x - r * 1.33} ${y + r * 0.35} ${x - r * 1.33} ${y - r} ${x} ${y - r} Z`;
    return (
      stripes +
      shape(outline, 'url(#round)') +
      stroke(
        d`M ${x - r * 0.2} ${y + r * 1.18} L ${x - r * 0.12} ${y + r * 1.5} M ${x + r * 0.2} ${y + r * 1.18} L ${x + r * 0.12} ${y + r * 1.5}`,
        '#5b4636',
        r * 0.018,
      ) +
      shape(
        d`M ${x - r * 0.15} ${y + r * 1.5} h ${r * 0.3} l ${-r * 0.04} ${r * 0.22} h ${-r * 0.22} z`,
        '#7a5535',
      )
    );
  };
  const places: [number, number, number][] = [
    [random.between(380, 700), random.between(380, 480), random.between(190, 240)],
    [random.between(1250, 1600), random.between(260, 380), random.between(110, 150)],
    [random.between(1000, 1150), random.between(580, 660), 76],
    [random.between(1650, 1850), random.between(600, 700), 58],
    [random.between(120, 260), random.between(180, 260), 48],
    [random.between(850, 980), random.between(180, 280), 40],
  ];
  const clouds = many(7, () => {
    const [x, y, size] = [random.between(0, WIDTH), random.between(120, 700), random.between(50, 120)];
    return many(5, (index) =>
      ellipse(x + index * size * 0.8, y - Math.sin(index * 1.1) * size * 0.3, size, size * 0.36, '#ffffff'),
    );
  });
  const hills = many(5, (index, share) => {
    const points = ridge(random, 900 + share * 330, 70 - share * 20, 0.3, 5);
    return shape(
      `${curve(points)} L ${WIDTH + 20} ${HEIGHT + 20} L -20 ${HEIGHT + 20} Z`,
      mix(mix(hill, haze, 0.75), hill, share),
      {
        opacity: index === 0 ? 0.8 : 1,
      },
    );
  });
  return (
    defs(
      linear('sky', [
        [0, sky],
        [0.75, haze],
      ]),
      blur('cloud', 14),
      linear(
        'round',
        [
          [0, '#ffffff', 0.28],
          [0.45, '#ffffff', 0],
          [1, '#20103a', 0.38],
        ],
        [1, 0.25],
      ),
    ) +
    backdrop('url(#sky)') +
    group(clouds, { filter: 'url(#cloud)', opacity: 0.55 }) +
    hills +
    places.map(([x, y, r]) => balloon(x, y, r)).join('')
  );
};
