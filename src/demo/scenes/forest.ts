import {
  backdrop,
  below,
  circle,
  d,
  defs,
  ellipse,
  group,
  linear,
  many,
  mix,
  polygon,
  radial,
  ridge,
  type Scene,
  shape,
  stroke,
  WIDTH,
} from './svg.ts';

/** Trunks in the morning haze, light falling in between. */
export const forest: Scene = (random) => {
  const { light, haze, deep, leaf } = random.variant([
    { light: '#fff6c8', haze: '#c9dd9a', deep: '#16301f', leaf: '#5d8f3a' },
    { light: '#ffeccb', haze: '#e8b277', deep: '#3a1a12', leaf: '#c9652b' },
    { light: '#effaf6', haze: '#a8cfc4', deep: '#0f2f35', leaf: '#3f8274' },
  ]);
  const sunX = random.between(700, 1300);
  const layer = (index: number, share: number) => {
    const color = mix(haze, deep, share ** 1.4 * 0.95 + 0.05);
    const ground = 900 + share * 330;
    const trunks = many(Math.round(18 - share * 11), () => {
      const x = random.between(-40, WIDTH + 40);
      const w = 10 + share * 66 * random.between(0.7, 1.2);
      const lean = random.between(-30, 30) * (0.4 + share);
      const branches = many(3, () => {
        const y = random.between(100, 620);
        const reach = random.between(60, 190) * (random.chance(0.5) ? 1 : -1);
        return stroke(d`M ${x} ${y} q ${reach * 0.4} ${-20} ${reach} ${-90}`, color, w * 0.16);
      });
      return (
        branches +
        shape(
          d`M ${x - w * 0.42 + lean} -20 L ${x + w * 0.42 + lean} -20 Q ${x + w * 0.45} ${ground - 200} ${x + w * 0.75} ${ground + 60} L ${x - w * 0.75} ${ground + 60} Q ${x - w * 0.45} ${ground - 200} ${x - w * 0.42 + lean} -20 Z`,
          color,
        )
      );
    });
    const crown = many(70, () =>
      ellipse(
        random.between(-50, WIDTH + 50),
        random.between(-60, 120 + (1 - share) * 140 + random.between(0, 130)),
        random.between(18, 60) * (0.5 + share),
        random.between(10, 34) * (0.5 + share),
        mix(mix(haze, leaf, 0.3 + share * 0.6), deep, random.between(0, share * 0.75)),
        { opacity: 0.75 },
      ),
    );
    const grass = many(90, () => {
      const [x, tall] = [random.between(0, WIDTH), random.between(20, 90) * (0.3 + share)];
      return stroke(
        d`M ${x} ${ground + 30} q ${random.between(-12, 12)} ${-tall * 0.6} ${random.between(-30, 30)} ${-tall}`,
        mix(color, leaf, random.between(0.1, 0.6)),
        3 + share * 3,
      );
    });
    return (
      trunks +
      crown +
      below(ridge(random, ground, 26, 0.35, 6), index === 4 ? 'url(#floor)' : mix(color, leaf, 0.35)) +
      grass
    );
  };
  const rays = many(9, () => {
    const [x, w, fall] = [
      sunX + random.between(-620, 420),
      random.between(30, 110),
      random.between(260, 420),
    ];
    return many(6, (step) => {
      const inset = (step * w) / 13;
      return polygon(
        [
          [x + inset, -40],
          [x + w - inset, -40],
          [x + w * 2.2 + fall - inset * 2.2, 1250],
          [x + fall + inset * 2.2, 1250],
        ],
        'url(#ray)',
      );
    });
  });
  return (
    defs(
      linear('air', [
        [0, mix(light, haze, 0.4)],
        [0.6, light],
        [1, haze],
      ]),
      radial('glow', [
        [0, light],
        [1, light, 0],
      ]),
      linear('ray', [
        [0, light, 0.11],
        [1, light, 0],
      ]),
      linear('floor', [
        [0, mix(leaf, deep, 0.45)],
        [1, deep],
      ]),
    ) +
    backdrop('url(#air)') +
    circle(sunX, 360, 700, 'url(#glow)') +
    many(3, (index) => layer(index, index / 4)) +
    rays +
    layer(3, 0.75) +
    layer(4, 1) +
    group(
      many(50, () =>
        circle(random.between(0, WIDTH), random.between(300, 1150), random.between(2, 6), light, {
          opacity: random.between(0.3, 0.9),
        }),
      ),
    )
  );
};
