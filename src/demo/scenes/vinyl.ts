import {
  backdrop,
  circle,
  clip,
  d,
  defs,
  group,
  linear,
  many,
  mix,
  type Point,
  polygon,
  rect,
  ring,
  roundShadow,
  type Scene,
  shape,
  sheetShadow,
} from './svg.ts';

/** A record halfway out of its sleeve. */
export const vinyl: Scene = (random) => {
  const { back, sleeve, accent, label } = random.variant([
    { back: '#e9c46a', sleeve: '#264653', accent: '#e76f51', label: '#d0021b' },
    { back: '#7fb7be', sleeve: '#f6e7cb', accent: '#dd5e3b', label: '#f2a541' },
    { back: '#3a2449', sleeve: '#ef8f8f', accent: '#f9dc5c', label: '#4ecdc4' },
  ]);
  const [x, y, r] = [1210, 666, 540];
  const grooves = many(96, (index) => {
    const radius = r * 0.36 + index * (r * 0.0063);
    return ring(
      x,
      y,
      radius,
      index % 17 === 0 ? '#0a0a0c' : index % 2 ? '#26262b' : '#161619',
      index % 17 === 0 ? 5 : 2.2,
    );
  });
  const start = random.between(0, 40);
  const shine = [start, start + 180, start + 74, start + 254]
    .map((angle, index) => {
      const spread = index < 2 ? 22 : 9;
      const at = (turn: number): Point => [
        x + Math.cos((turn * Math.PI) / 180) * r * 1.2,
        y + Math.sin((turn * Math.PI) / 180) * r * 1.2,
      ];
      return many(12, (step) => {
        const half = (spread * (12 - step)) / 18;
        return polygon([[x, y], at(angle - half), at(angle + half)], '#ffffff', {
          opacity: index < 2 ? 0.034 : 0.02,
        });
      });
    })
    .join('');
  const cover = [
    many(7, (index) => circle(520, 666, 430 - index * 58, index % 2 ? sleeve : accent)),
    many(9, (index) =>
      shape(d`M 90 ${330 + index * 92} q 107 -90 215 0 t 215 0 t 215 0 t 215 0`, 'none', {
        stroke: index % 2 ? accent : label,
        'stroke-width': 26,
      }),
    ),
    many(6, (row) =>
      many(6, (column) =>
        (row + column) % 2
          ? circle(190 + column * 132, 336 + row * 132, 54, random.chance(0.5) ? accent : label)
          : shape(
              d`M ${136 + column * 132} ${282 + row * 132} h 108 v 108 a 108 108 0 0 1 -108 -108 z`,
              mix(accent, back, 0.4),
            ),
      ),
    ),
  ];
  return (
    defs(
      clip('disc', circle(x, y, r, '#000')),
      clip('cover', rect(90, 226, 870, 880, '#000', { rx: 6 })),
      linear(
        'paper',
        [
          [0, '#ffffff', 0.16],
          [0.5, '#ffffff', 0],
          [1, '#000000', 0.2],
        ],
        [1, 1],
      ),
      linear(
        'floor',
        [
          [0, '#ffffff', 0.18],
          [1, '#000000', 0.22],
        ],
        [1, 1],
      ),
    ) +
    backdrop(back) +
    backdrop('url(#floor)') +
    roundShadow(x + 26, y + 34, r) +
    circle(x, y, r, '#121214') +
    grooves +
    group(shine, { 'clip-path': 'url(#disc)' }) +
    ring(x, y, r - 3, '#3a3a40', 4) +
    circle(x, y, r * 0.34, label) +
    ring(x, y, r * 0.3, mix(label, '#ffffff', 0.5), 4) +
    ring(x, y, r * 0.12, mix(label, '#000000', 0.25), 14) +
    many(5, (index) =>
      rect(x - 80 + index * 8, y + 76 + index * 12, 160 - index * 16, 5, mix(label, '#000000', 0.35), {
        rx: 2,
      }),
    ) +
    circle(x, y, 15, back) +
    sheetShadow(102, 246, 870, 880) +
    group(rect(90, 226, 870, 880, sleeve, { rx: 6 }) + random.variant(cover), {
      'clip-path': 'url(#cover)',
    }) +
    rect(90, 226, 870, 880, 'url(#paper)', { rx: 6 }) +
    rect(952, 226, 8, 880, '#000000', { opacity: 0.28 })
  );
};
