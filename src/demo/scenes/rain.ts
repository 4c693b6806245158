import {
  backdrop,
  circle,
  d,
  defs,
  ellipse,
  HEIGHT,
  linear,
  many,
  mix,
  radial,
  type Scene,
  stroke,
  WIDTH,
} from './svg.ts';

/** City lights out of focus behind a wet pane. */
export const rain: Scene = (random) => {
  const { night, street, lights } = random.variant([
    { night: '#0c1626', street: '#243a52', lights: ['#ffb347', '#ff6b6b', '#ffe8a3', '#4ecdc4', '#f7f7ff'] },
    { night: '#1a1026', street: '#46264f', lights: ['#ff5fa2', '#ffd166', '#9b8cff', '#5ad1ff', '#ffffff'] },
    { night: '#0e1f1b', street: '#2b4f45', lights: ['#e4ff7a', '#ffcf70', '#7be0b4', '#ff8f5a', '#f4fff8'] },
  ]);
  const bokeh = many(80, () => {
    const far = random.next();
    return circle(
      random.between(0, WIDTH),
      420 + random.between(-1, 1) * (120 + far * 560),
      22 + far * 90,
      `url(#light${random.whole(0, lights.length - 1)})`,
      { opacity: random.between(0.15, 0.65) },
    );
  });
  const drop = (x: number, y: number, r: number) =>
    ellipse(x, y + r * 0.25, r, r * 1.2, '#000000', { opacity: 0.28 }) +
    ellipse(x, y, r, r * random.between(1.05, 1.3), 'url(#drop)') +
    ellipse(x, y + r * 0.45, r * 0.62, r * 0.4, mix(random.pick(lights), '#ffffff', 0.3), { opacity: 0.45 }) +
    ellipse(x - r * 0.3, y - r * 0.4, r * 0.2, r * 0.28, '#ffffff', { opacity: 0.9 });
  const trails = many(16, () => {
    const [x, y, length, r] = [
      random.between(20, WIDTH - 20),
      random.between(-100, 500),
      random.between(260, 800),
      random.between(10, 20),
    ];
    const bend = random.between(-26, 26);
    return (
      stroke(d`M ${x} ${y} q ${bend} ${length * 0.5} ${bend * 0.4} ${length}`, '#ffffff', r * 0.9, {
        opacity: 0.09,
      }) +
      many(9, (index) =>
        drop(x + bend * 0.5 + random.between(-6, 6), y + (length / 9) * index, r * random.between(0.15, 0.4)),
      ) +
      drop(x + bend * 0.4, y + length, r * 1.25)
    );
  });
  return (
    defs(
      linear('night', [
        [0, night],
        [0.55, street],
        [1, night],
      ]),
      radial(
        'drop',
        [
          [0, '#ffffff', 0.08],
          [0.7, '#ffffff', 0.2],
          [1, '#ffffff', 0.62],
        ],
        [0.5, 0.38],
      ),
      ...lights.map((light, index) =>
        radial(`light${index}`, [
          [0, light, 0.8],
          [0.78, light],
          [1, light, 0],
        ]),
      ),
    ) +
    backdrop('url(#night)') +
    bokeh +
    many(420, () => drop(random.between(0, WIDTH), random.between(0, HEIGHT), 2 + random.next() ** 4 * 24)) +
    trails
  );
};
