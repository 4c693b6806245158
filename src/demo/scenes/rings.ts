import {
  backdrop,
  curve,
  d,
  defs,
  group,
  many,
  mix,
  type Point,
  polygon,
  radial,
  roundShadow,
  type Scene,
  shape,
  stroke,
} from './svg.ts';

/** The end of a log: one ring for every year. */
export const rings: Scene = (random) => {
  const { ground, wood, late, bark } = random.variant([
    { ground: '#31473d', wood: '#e2b981', late: '#a86a34', bark: '#3c2415' },
    { ground: '#b5533c', wood: '#ecd0a4', late: '#b98250', bark: '#4a2c22' },
    { ground: '#24384f', wood: '#d99f6c', late: '#8c4526', bark: '#2a1712' },
  ]);
  const [cx, cy, outer] = [random.between(900, 1100), 666, 560];
  const phases = Array.from({ length: 5 }, (_, index) => ({
    swing: random.between(0.02, 0.055) / (1 + index * 0.6),
    phase: random.between(0, 6.28),
  }));
  const loop = (radius: number, jitter = 0) =>
    curve(
      Array.from({ length: 44 }, (_, index): Point => {
        const angle = (index / 44) * Math.PI * 2;
        const wave = phases.reduce(
          (sum, { swing, phase }, order) => sum + swing * Math.sin(angle * (order + 1) + phase),
          0,
        );
        const reach = radius * (1 + wave * (0.25 + radius / outer)) + random.between(-jitter, jitter);
        return [cx + Math.cos(angle) * reach * 1.06, cy + Math.sin(angle) * reach];
      }),
      true,
    );
  let years = '';
  for (let radius = outer * 0.93; radius > 8; radius -= random.between(7, 21)) {
    years += stroke(loop(radius, 1.6), late, random.between(1.6, 6), { opacity: random.between(0.35, 0.85) });
  }
  const cracks = many(9, () => {
    const angle = random.between(0, Math.PI * 2);
    const [from, to] = [random.between(20, 160), random.between(260, 500)];
    const at = (reach: number, turn: number): Point => [
      cx + Math.cos(angle + turn) * reach,
      cy + Math.sin(angle + turn) * reach,
    ];
    return polygon(
      [at(from, 0), at((from + to) / 2, 0.014), at(to, 0.008), at(to, -0.008), at((from + to) / 2, -0.01)],
      bark,
      { opacity: 0.65 },
    );
  });
  const shavings = many(26, () => {
    const angle = random.between(0, Math.PI * 2);
    const reach = random.between(680, 1150);
    const [x, y, size] = [
      cx + Math.cos(angle) * reach,
      cy + Math.sin(angle) * reach * 0.8,
      random.between(16, 40),
    ];
    return stroke(
      d`M ${x} ${y} c ${size * 2} ${-size} ${size * 2} ${size * 2} 0 ${size} c ${-size} ${-size * 0.6} ${-size * 0.2} ${-size * 1.4} ${size * 0.8} ${-size * 0.5}`,
      mix(wood, '#ffffff', random.between(0, 0.35)),
      random.between(7, 13),
    );
  });
  return (
    defs(
      radial('heart', [
        [0, mix(late, wood, 0.25)],
        [0.35, wood],
        [0.85, mix(wood, '#ffffff', 0.14)],
        [1, late],
      ]),
      radial('vignette', [
        [0.5, '#000000', 0],
        [1, '#000000', 0.5],
      ]),
    ) +
    backdrop(ground) +
    backdrop('url(#vignette)') +
    group(shavings, { opacity: 0.3, transform: 'translate(8 10)' }) +
    shavings +
    roundShadow(cx + 20, cy + 34, outer * 1.06, 0.6) +
    shape(loop(outer * 1.03, 12), bark) +
    shape(loop(outer * 0.975, 6), mix(bark, late, 0.5)) +
    shape(loop(outer * 0.95, 2), 'url(#heart)') +
    years +
    cracks
  );
};
