import {
  backdrop,
  circle,
  curve,
  d,
  defs,
  ellipse,
  group,
  HEIGHT,
  linear,
  many,
  mix,
  radial,
  ridge,
  type Scene,
  shape,
  stroke,
  WIDTH,
} from './svg.ts';

/** Tall grass, poppies and seed heads against a low sun. */
export const meadow: Scene = (random) => {
  const { sky, low, hill, grass, bloom, seed } = random.variant([
    { sky: '#ffd29d', low: '#fff2d5', hill: '#c58b5f', grass: '#4d5b2a', bloom: '#d0321b', seed: '#fff4de' },
    { sky: '#8cc0d6', low: '#f5f7e6', hill: '#7da37c', grass: '#24503b', bloom: '#4a5fc1', seed: '#ffffff' },
    { sky: '#d9a7c7', low: '#fdeee2', hill: '#8f7ba6', grass: '#3a3157', bloom: '#f2b134', seed: '#fff3ef' },
  ]);
  const sunX = random.between(400, 1600);
  const poppy = (x: number, y: number, r: number, tone: string) =>
    many(4, (petal) =>
      ellipse(
        x + Math.cos(petal * 1.57 + 0.6) * r * 0.42,
        y + Math.sin(petal * 1.57 + 0.6) * r * 0.3,
        r * 0.72,
        r * 0.56,
        mix(tone, petal % 2 ? '#ffffff' : '#3a0010', 0.1),
      ),
    ) + circle(x, y, r * 0.24, '#2a1420');
  const clock = (x: number, y: number, r: number) =>
    many(26, (ray) => {
      const angle = (ray / 26) * Math.PI * 2;
      const [ex, ey] = [x + Math.cos(angle) * r, y + Math.sin(angle) * r];
      return (
        stroke(d`M ${x} ${y} L ${ex} ${ey}`, seed, 1.6, { opacity: 0.8 }) +
        circle(ex, ey, r * 0.09, seed, { opacity: 0.9 })
      );
    }) + circle(x, y, r * 0.14, mix(seed, grass, 0.5));
  const row = (share: number) => {
    const tone = mix(mix(hill, grass, 0.3), grass, share);
    const base = HEIGHT + 30;
    return many(Math.round(230 - share * 60), () => {
      const x = random.between(-60, WIDTH + 60);
      const tall = random.between(180, 420) * (0.7 + share * 0.75) + (1 - share) * 160;
      const sway = random.between(-60, 60);
      const kind = random.next();
      const head =
        kind < 0.09
          ? poppy(x + sway, base - tall, 18 + share * 38, bloom)
          : kind < 0.13
            ? clock(x + sway, base - tall, 20 + share * 40)
            : kind < 0.35
              ? many(7, (grain) =>
                  ellipse(
                    x + sway + (grain % 2 ? 5 : -5),
                    base - tall + grain * 11 - 30,
                    4,
                    9,
                    mix(tone, seed, 0.35),
                    {
                      transform: d`rotate(${grain % 2 ? 24 : -24} ${x + sway} ${base - tall + grain * 11 - 30})`,
                    },
                  ),
                )
              : '';
      return (
        stroke(
          d`M ${x} ${base} Q ${x} ${base - tall * 0.6} ${x + sway} ${base - tall}`,
          mix(tone, low, random.between(0, 0.22)),
          3 + share * 4,
        ) + head
      );
    });
  };
  return (
    defs(
      linear('sky', [
        [0, sky],
        [0.7, low],
      ]),
      radial('glow', [
        [0, '#ffffff', 0.95],
        [1, low, 0],
      ]),
    ) +
    backdrop('url(#sky)') +
    circle(sunX, 520, 560, 'url(#glow)') +
    circle(sunX, 520, 110, '#fffdf2') +
    many(3, (_, share) =>
      shape(
        `${curve(ridge(random, 760 + share * 150, 70, 0.3, 5))} L ${WIDTH + 20} ${HEIGHT} L -20 ${HEIGHT} Z`,
        mix(mix(hill, low, 0.7), hill, share),
      ),
    ) +
    group(row(0), { opacity: 0.6 }) +
    row(0.5) +
    row(1)
  );
};
