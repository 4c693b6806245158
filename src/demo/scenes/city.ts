import {
  backdrop,
  circle,
  d,
  defs,
  HEIGHT,
  linear,
  many,
  mix,
  radial,
  rect,
  type Scene,
  shape,
  stroke,
  WIDTH,
} from './svg.ts';

/** Towers at night, floor after floor of lit windows. */
export const city: Scene = (random) => {
  const { sky, haze, wall, lights } = random.variant([
    {
      sky: '#0b1030',
      haze: '#5a4a8a',
      wall: '#0a0c20',
      lights: ['#ffd27a', '#ffe9b8', '#ffb85c', '#8fd3ff'],
    },
    {
      sky: '#071a26',
      haze: '#2f8a8c',
      wall: '#04141c',
      lights: ['#ffe08a', '#c9fff4', '#7fe0d4', '#fff4cf'],
    },
    {
      sky: '#24103a',
      haze: '#e0607a',
      wall: '#140a24',
      lights: ['#ffd0a0', '#ff9fb0', '#fff0d0', '#c9a0ff'],
    },
  ]);
  const [moonX, moonY] = [random.between(300, 1700), random.between(180, 320)];
  const stars = many(140, () =>
    circle(random.between(0, WIDTH), random.between(0, 700), random.between(0.8, 2.2), '#ffffff', {
      opacity: random.between(0.2, 0.8),
    }),
  );
  const tower = (x: number, w: number, top: number, share: number) => {
    const color = mix(mix(haze, sky, 0.35), wall, 0.25 + share * 0.75);
    const [stepX, stepY] = [17 + share * 17, 24 + share * 20];
    const [columns, floors] = [Math.floor((w - 14) / stepX), Math.floor((HEIGHT - top - 20) / stepY)];
    const lit = random.between(0.18, 0.5);
    const tint = random.pick(lights);
    const inset = (w - columns * stepX) / 2;
    const windows = many(floors, (floor) =>
      many(columns, (column) =>
        random.chance(lit)
          ? rect(
              x + inset + column * stepX + stepX * 0.2,
              top + 16 + floor * stepY,
              stepX * 0.6,
              stepY * 0.56,
              random.chance(0.8) ? tint : random.pick(lights),
              { opacity: random.between(0.35, 0.95) * (0.45 + share * 0.55) },
            )
          : '',
      ),
    );
    const crown = random.pick([
      '',
      stroke(d`M ${x + w / 2} ${top} v ${-60 - share * 70}`, color, 5) +
        circle(x + w / 2, top - 62 - share * 70, 5, '#ff4d4d'),
      shape(d`M ${x} ${top + 1} L ${x + w / 2} ${top - w * 0.45} L ${x + w} ${top + 1} Z`, color),
      rect(x + w * 0.2, top - 34, w * 0.6, 36, color),
      shape(d`M ${x} ${top + 1} V ${top - w * 0.35} L ${x + w} ${top + 1} Z`, color),
    ]);
    return crown + rect(x, top, w, HEIGHT - top, color) + windows;
  };
  const rows = many(4, (_, share) => {
    let row = '';
    for (let x = random.between(-80, 0); x < WIDTH; ) {
      const w = random.between(80, 150) * (0.8 + share * 0.8);
      row += tower(x, w, random.between(300, 620) + share * 330, share);
      x += w + random.between(-10, 30) * (1 + share);
    }
    return row + backdrop('url(#fog)', { opacity: share < 1 ? 0.45 : 0 });
  });
  return (
    defs(
      linear('sky', [
        [0, sky],
        [0.8, haze],
      ]),
      linear('fog', [
        [0.25, haze, 0],
        [1, haze, 0.9],
      ]),
      radial('glow', [
        [0, '#fff5dd', 0.6],
        [1, haze, 0],
      ]),
    ) +
    backdrop('url(#sky)') +
    stars +
    circle(moonX, moonY, 360, 'url(#glow)') +
    circle(moonX, moonY, 72, '#fff7e6') +
    circle(moonX - 20, moonY - 14, 15, '#efe2c8') +
    circle(moonX + 26, moonY + 22, 10, '#efe2c8') +
    rows
  );
};
