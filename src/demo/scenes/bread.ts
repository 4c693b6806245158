import { boards } from './boards.ts';
import {
  circle,
  curve,
  d,
  defs,
  ellipse,
  group,
  linear,
  many,
  mix,
  type Point,
  radial,
  rect,
  roundShadow,
  type Scene,
  shape,
  sheetShadow,
  stroke,
} from './svg.ts';

/** A loaf fresh from its basket, rings of flour and a cut like an ear of wheat. */
export const bread: Scene = (random) => {
  const { wood, crust, light, cloth } = random.variant([
    { wood: '#6f5140', crust: '#9c5421', light: '#e0a256', cloth: '#35527a' },
    { wood: '#c9a67c', crust: '#7a3e18', light: '#cf8a43', cloth: '#b5483a' },
    { wood: '#46505a', crust: '#a86228', light: '#ecb56b', cloth: '#d9b45a' },
  ]);
  const [x, y, r] = [random.between(820, 960), 680, 480];
  const wobble = Array.from({ length: 16 }, (_, index): Point => {
    const angle = (index / 16) * Math.PI * 2;
    const reach = r * random.between(0.97, 1.03);
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
  });
  const rings = many(7, (index) =>
    many(60, () => {
      const radius = r * (0.2 + index * 0.112) + random.between(-6, 6);
      const angle = random.between(0, Math.PI * 2);
      const span = random.between(0.06, 0.3);
      return stroke(
        d`M ${x + Math.cos(angle) * radius} ${y + Math.sin(angle) * radius} A ${radius} ${radius} 0 0 1 ${x + Math.cos(angle + span) * radius} ${y + Math.sin(angle + span) * radius}`,
        '#fff6e2',
        random.between(6, 20),
        { opacity: random.between(0.1, 0.34) },
      );
    }),
  );
  const cut = (cx: number, cy: number, length: number, width: number, angle: number) =>
    group(
      shape(
        d`M ${cx} ${cy - length} Q ${cx + width} ${cy} ${cx} ${cy + length} Q ${cx - width} ${cy} ${cx} ${cy - length} Z`,
        mix(crust, '#2a0f02', 0.45),
      ) +
        shape(
          d`M ${cx + 4} ${cy - length * 0.94} Q ${cx + width * 0.86} ${cy} ${cx + 4} ${cy + length * 0.94} Q ${cx - width * 0.6} ${cy} ${cx + 4} ${cy - length * 0.94} Z`,
          'url(#crumb)',
        ),
      { transform: d`rotate(${angle} ${cx} ${cy})` },
    );
  const turn = random.between(-30, 30);
  const leaf =
    many(
      5,
      (index) =>
        cut(x + 112, y - 230 + index * 112, 88, 46, 52) + cut(x - 112, y - 230 + index * 112, 88, 46, -52),
    ) + cut(x, y, 370, 56, 0);
  const ear = (ex: number, ey: number, angle: number) =>
    group(
      stroke(d`M ${ex} ${ey} v 420`, '#b98a3e', 7) +
        many(9, (index) =>
          many(2, (side) => {
            const sign = side ? 1 : -1;
            const gy = ey - 40 + index * 34;
            return (
              stroke(d`M ${ex + sign * 16} ${gy - 18} l ${sign * 40} -110`, '#d9b264', 2.4) +
              ellipse(ex + sign * 17, gy, 13, 27, index % 2 ? '#d9a94e' : '#e6bd68', {
                transform: d`rotate(${sign * 24} ${ex + sign * 17} ${gy})`,
              })
            );
          }),
        ),
      { transform: d`rotate(${angle} ${ex} ${ey})` },
    );
  const loaf = curve(wobble, true);
  return (
    defs(
      radial(
        'loaf',
        [
          [0, light],
          [0.7, mix(light, crust, 0.75)],
          [1, mix(crust, '#2a0f02', 0.45)],
        ],
        [0.45, 0.42],
      ),
      linear(
        'crumb',
        [
          [0, '#f3d6a0'],
          [1, '#d99a51'],
        ],
        [1, 0],
      ),
      radial('flour', [
        [0, '#fff8ec', 0.5],
        [1, '#fff8ec', 0],
      ]),
    ) +
    boards(random, wood) +
    group(
      sheetShadow(-170, 812, 900, 700) +
        rect(-180, 800, 900, 700, '#f4ecdc') +
        many(4, (index) => rect(-180, 840 + index * 40, 900, index % 2 ? 8 : 18, cloth)) +
        many(4, (index) => rect(560 + index * 40, 800, index % 2 ? 8 : 18, 700, cloth, { opacity: 0.85 })),
      { transform: d`rotate(${random.between(-16, -6)} 300 1000)` },
    ) +
    many(60, () =>
      circle(
        x + random.between(-1, 1) * 900,
        y + random.between(-1, 1) * 600,
        random.between(20, 110),
        'url(#flour)',
        { opacity: random.between(0.1, 0.5) },
      ),
    ) +
    many(160, () =>
      circle(
        x + random.between(-1, 1) * 880,
        y + random.between(-1, 1) * 620,
        random.between(1, 4),
        '#fff8ec',
        { opacity: 0.6 },
      ),
    ) +
    roundShadow(x + 32, y + 44, r, 0.6) +
    shape(loaf, 'url(#loaf)') +
    rings +
    group(leaf, { transform: d`rotate(${turn} ${x} ${y})` }) +
    group(ear(1610, 420, 24) + ear(1720, 500, 36) + ear(1530, 520, 8), {
      opacity: 0.2,
      transform: 'translate(16 20)',
    }) +
    ear(1610, 420, 24) +
    ear(1720, 500, 36) +
    ear(1530, 520, 8)
  );
};
