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
  type Scene,
  shape,
  stroke,
  WIDTH,
} from './svg.ts';

/** Two-tone dunes: the lit flank and the shadow meet in one winding crest. */
export const dunes: Scene = (random) => {
  const { sky, horizon, lit, shade, sun } = random.variant([
    { sky: '#4f8fb5', horizon: '#fbe3bd', lit: '#eeb06a', shade: '#a4532f', sun: '#fff6dd' },
    { sky: '#2c2a5a', horizon: '#f08a6b', lit: '#d9745a', shade: '#5b2447', sun: '#ffd9a0' },
    { sky: '#f2cfae', horizon: '#fff4e4', lit: '#f4d6b0', shade: '#bf8a6b', sun: '#ffffff' },
  ]);
  const dune = (x: number, top: number, spread: number, depth: number) => {
    const tone = { lit: mix(lit, horizon, depth), shade: mix(shade, horizon, depth * 0.85) };
    const foot = HEIGHT + 40;
    const drop = foot - top;
    const lean = random.between(-0.25, 0.25) * spread;
    const crest = d`C ${x + spread * 0.12} ${top + drop * 0.22} ${x - spread * 0.34 + lean} ${top + drop * 0.3} ${x - spread * 0.05 + lean} ${top + drop * 0.52} S ${x + spread * 0.2 + lean} ${top + drop * 0.8} ${x - spread * 0.1 + lean} ${foot}`;
    const left = d`M ${x - spread * 1.5} ${foot} C ${x - spread * 0.9} ${top + drop * 0.42} ${x - spread * 0.35} ${top + drop * 0.1} ${x} ${top}`;
    const right = d`M ${x + spread * 1.6} ${foot} C ${x + spread * 0.9} ${top + drop * 0.4} ${x + spread * 0.3} ${top + drop * 0.1} ${x} ${top}`;
    const ripples = many(7, (index) => {
      const y = top + drop * (0.25 + index * 0.11);
      return stroke(
        d`M ${x - spread * (0.5 + index * 0.13)} ${y + 60} q ${spread * 0.2} ${-46} ${spread * 0.42} ${-28}`,
        tone.shade,
        3,
        { opacity: 0.16 },
      );
    });
    return shape(`${right} ${crest} Z`, tone.shade) + shape(`${left} ${crest} Z`, tone.lit) + ripples;
  };
  const rows = many(5, (row, share) =>
    many(5 - row, (index) => {
      const spread = 360 + share * 520;
      const x = (index + random.between(0.1, 0.9)) * (WIDTH / (5 - row));
      return dune(x, 590 + share * 440 + random.between(-50, 60), spread, 0.62 * (1 - share));
    }),
  );
  const sunX = random.between(1200, 1700);
  return (
    defs(
      linear('sky', [
        [0, sky],
        [0.55, horizon],
      ]),
      radial('glow', [
        [0, sun, 0.8],
        [1, sun, 0],
      ]),
    ) +
    backdrop('url(#sky)') +
    circle(sunX, 330, 480, 'url(#glow)') +
    circle(sunX, 330, 70, sun) +
    rows
  );
};
