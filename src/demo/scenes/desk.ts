import { sprig } from './plants.ts';
import {
  backdrop,
  blur,
  circle,
  clip,
  curve,
  d,
  defs,
  ellipse,
  group,
  HEIGHT,
  linear,
  many,
  mix,
  polygon,
  radial,
  rect,
  ridge,
  type Scene,
  shape,
  stroke,
  WIDTH,
} from './svg.ts';

/** A desk at a window: where a blog is written. */
export const desk: Scene = (random) => {
  const { wall, sky, low, hill, wood, mug } = random.variant([
    { wall: '#f2d8bf', sky: '#f7a072', low: '#ffe8c2', hill: '#6d4c6f', wood: '#8c5a3c', mug: '#d0021b' },
    { wall: '#cfdcd6', sky: '#7fb6d3', low: '#fbf3dc', hill: '#3f6f68', wood: '#a9774b', mug: '#e0a030' },
    { wall: '#3c3a5c', sky: '#1f2350', low: '#b06a8f', hill: '#1a1838', wood: '#5b3a3a', mug: '#f2c14e' },
  ]);
  const [left, top, w, h, table] = [560, 110, 1000, 720, 960];
  const view =
    rect(left, top, w, h, 'url(#sky)') +
    circle(left + w * random.between(0.3, 0.7), top + h * 0.5, 84, '#fff6dc') +
    many(4, (_, share) =>
      shape(
        `${curve(ridge(random, top + h * (0.6 + share * 0.32), 60, 0.42, 6))} L ${WIDTH} ${HEIGHT} L 0 ${HEIGHT} Z`,
        mix(mix(hill, low, 0.7), hill, share),
      ),
    );
  const frame = mix(wall, '#ffffff', 0.65);
  const lampX = 1700;
  const steam = many(3, (index) =>
    stroke(d`M ${586 + index * 34} 800 q -26 -40 0 -78 t 0 -84`, '#ffffff', 9, { opacity: 0.4 }),
  );
  return (
    defs(
      linear('sky', [
        [0, sky],
        [0.75, low],
      ]),
      clip('view', rect(left, top, w, h, '#000')),
      radial('glow', [
        [0, '#fff1c4', 0.75],
        [1, '#fff1c4', 0],
      ]),
      blur('soft', 7),
      linear('top', [
        [0, mix(wood, '#ffffff', 0.16)],
        [1, mix(wood, '#000000', 0.3)],
      ]),
    ) +
    backdrop(wall) +
    many(26, (index) => rect(index * 80, 0, 3, table, mix(wall, '#000000', 0.07))) +
    rect(left - 34, top - 34, w + 68, h + 68, frame) +
    group(view, { 'clip-path': 'url(#view)' }) +
    rect(left + w / 2 - 9, top, 18, h, frame) +
    rect(left, top + h * 0.4, w, 14, frame) +
    rect(left - 60, top + h + 30, w + 120, 26, mix(frame, '#000000', 0.12)) +
    polygon(
      [
        [left, top + h + 60],
        [left + w, top + h + 60],
        [left + w + 260, table],
        [left + 160, table],
      ],
      low,
      { opacity: 0.25 },
    ) +
    rect(0, table, WIDTH, HEIGHT - table, 'url(#top)') +
    rect(0, table, WIDTH, 10, mix(wood, '#ffffff', 0.4)) +
    many(14, () =>
      stroke(
        d`M -10 ${table + random.between(30, 360)} q 1000 ${random.between(-26, 26)} 2020 ${random.between(-10, 10)}`,
        mix(wood, '#000000', 0.4),
        2.4,
        { opacity: 0.35 },
      ),
    ) +
    many(9, (index) =>
      sprig(
        random,
        250,
        800,
        random.between(240, 430),
        (index - 4) * 19,
        mix('#3f7d4e', '#12351f', (index % 3) / 3),
      ),
    ) +
    shape(d`M 140 790 h 220 l -28 220 h -164 z`, '#c8693f') +
    rect(128, 776, 244, 44, '#d97b4e', { rx: 6 }) +
    ellipse(250, 1012, 120, 14, '#000000', { opacity: 0.28 }) +
    ellipse(640, 1040, 120, 16, '#000000', { opacity: 0.3 }) +
    stroke('M 700 880 q 92 -6 84 60 q -10 56 -96 50', mug, 24) +
    shape('M 540 840 h 170 v 150 q 0 46 -46 46 h -78 q -46 0 -46 -46 z', mug) +
    ellipse(625, 840, 85, 16, mix(mug, '#000000', 0.45)) +
    ellipse(625, 842, 74, 11, '#4a2412') +
    rect(556, 866, 16, 120, '#ffffff', { opacity: 0.3, rx: 8 }) +
    group(steam, { filter: 'url(#soft)' }) +
    polygon(
      [
        [880, 1180],
        [960, 1010],
        [1420, 1010],
        [1520, 1180],
      ],
      '#000000',
      { opacity: 0.3, filter: 'url(#soft)' },
    ) +
    polygon(
      [
        [870, 1160],
        [950, 1000],
        [1190, 1006],
        [1194, 1166],
      ],
      '#fffaf0',
    ) +
    polygon(
      [
        [1194, 1166],
        [1190, 1006],
        [1430, 1000],
        [1516, 1160],
      ],
      '#f4ecdc',
    ) +
    many(6, (line) =>
      stroke(
        d`M ${958 - line * 10} ${1030 + line * 21} L ${1168} ${1032 + line * 21} M ${1214} ${1032 + line * 21} L ${(line > 3 ? 1320 : 1424) + line * 10} ${1030 + line * 21}`,
        '#8b8fa3',
        4,
        { opacity: 0.65 },
      ),
    ) +
    group(
      rect(0, 0, 250, 16, '#f2b134') +
        polygon(
          [
            [250, 0],
            [286, 8],
            [250, 16],
          ],
          '#f0d9b5',
        ) +
        polygon(
          [
            [274, 5],
            [286, 8],
            [274, 11],
          ],
          '#2b2b2b',
        ) +
        rect(-26, 0, 26, 16, '#e58b8b', { rx: 5 }),
      { transform: 'translate(1330 1230) rotate(-24)' },
    ) +
    circle(lampX - 150, 640, 520, 'url(#glow)') +
    ellipse(lampX + 20, 1030, 130, 18, '#000000', { opacity: 0.3 }) +
    ellipse(lampX + 20, 1012, 116, 24, '#2d3142') +
    stroke(d`M ${lampX + 20} 1000 L ${lampX + 110} 720 L ${lampX - 60} 480`, '#2d3142', 16, {
      'stroke-linejoin': 'round',
    }) +
    circle(lampX + 110, 720, 17, '#4f5d75') +
    group(shape(d`M -40 -60 h 80 l 70 130 h -220 z`, mug) + ellipse(0, 70, 110, 22, '#fff6cf'), {
      transform: d`translate(${lampX - 80} 500) rotate(28)`,
    })
  );
};
