import {
  backdrop,
  circle,
  clip,
  d,
  defs,
  group,
  HEIGHT,
  linear,
  many,
  mix,
  type Point,
  polygon,
  rect,
  type Scene,
  shape,
  stroke,
  WIDTH,
} from './svg.ts';

/** Curling swells in the manner of old woodblock prints. */
export const waves: Scene = (random) => {
  const { paper, band, deep, pale, sun } = random.variant([
    { paper: '#f3e6cc', band: '#7fa0b0', deep: '#12395e', pale: '#9cc3cf', sun: '#cf3a2b' },
    { paper: '#f6dfc6', band: '#d98b6a', deep: '#1d2f4f', pale: '#b5c7cf', sun: '#e2533b' },
    { paper: '#e9ead8', band: '#5b8a86', deep: '#0f4a4a', pale: '#a9d3c4', sun: '#d9772b' },
  ]);
  const swell = (index: number, share: number) => {
    const [length, height, base] = [430 + share * 360, 150 + share * 150, 800 + share * 390];
    const start = -random.between(0.2, 0.9) * length;
    const crests = Math.ceil((WIDTH - start) / length) + 1;
    let profile = d`M ${start} ${base}`;
    let foam = '';
    for (let crest = 0; crest < crests; crest++) {
      const x = start + crest * length;
      const h = height * random.between(0.75, 1.15);
      const [px, py] = [x + length * 0.6, base - h];
      const [tx, ty] = [x + length * 0.86, base - h * 0.62];
      const [ux, uy] = [x + length * 0.68, base - h * 0.42];
      profile += d` C ${x + length * 0.25} ${base} ${x + length * 0.36} ${py} ${px} ${py} C ${x + length * 0.76} ${py} ${x + length * 0.84} ${base - h * 0.86} ${tx} ${ty} C ${x + length * 0.78} ${base - h * 0.78} ${x + length * 0.68} ${base - h * 0.66} ${ux} ${uy} C ${x + length * 0.7} ${base - h * 0.12} ${x + length * 0.85} ${base} ${x + length} ${base}`;
      const size = 9 + share * 13;
      const along = (t: number): Point => {
        const s = 1 - t;
        const at = (a: number, b: number, c: number, e: number) =>
          s ** 3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t ** 3 * e;
        return [
          at(px - length * 0.1, x + length * 0.74, x + length * 0.86, tx),
          at(py + h * 0.03, py - h * 0.04, base - h * 0.86, ty),
        ];
      };
      foam += many(30, (_, t) => {
        const [fx, fy] = along(t);
        return circle(
          fx + random.between(-0.5, 0.5) * size,
          fy + random.between(-0.7, 0.5) * size,
          size * random.between(0.5, 1.15),
          '#fffaf0',
        );
      });
      foam += many(9, (finger) => {
        const [fx, fy] = along(0.3 + finger * 0.08);
        return (
          stroke(
            d`M ${fx} ${fy} q ${size * 1.6} ${size * 0.2} ${size * 1.5} ${size * 2.6}`,
            '#fffaf0',
            size * 0.7,
          ) + circle(fx + size * 1.1, fy + size * 3, size * 0.38, '#fffaf0')
        );
      });
      foam += many(14, () =>
        circle(
          tx + random.between(-0.1, 0.22) * length,
          ty + random.between(-0.5, 0.2) * h,
          random.between(2, 6) * (0.6 + share),
          '#fffaf0',
        ),
      );
    }
    const body = `${profile} L ${WIDTH + 900} ${HEIGHT + 60} L -900 ${HEIGHT + 60} Z`;
    const color = mix(mix(deep, pale, 0.55), deep, share);
    const stripes = many(9, (line) =>
      stroke(profile, line % 3 ? mix(color, pale, 0.55) : mix(color, '#ffffff', 0.7), line % 3 ? 7 : 4, {
        transform: d`translate(${-line * 9} ${26 + line * (22 + share * 12)})`,
        opacity: 0.8 - line * 0.06,
      }),
    );
    return (
      defs(clip(`swell${index}`, shape(body, '#000'))) +
      shape(body, color) +
      group(stripes, { 'clip-path': `url(#swell${index})` }) +
      stroke(profile, mix(deep, '#000000', 0.3), 3.5) +
      foam
    );
  };
  const peakX = random.between(1150, 1600);
  const cone = (cut: number) =>
    d`M ${peakX - 470} 840 Q ${peakX - 150} 720 ${peakX - 52} 480 q 30 ${cut} 52 0 q 26 ${-cut} 54 4 Q ${peakX + 170} 730 ${peakX + 480} 840 Z`;
  const snowLine = Array.from(
    { length: 11 },
    (_, index): Point => [
      peakX + 200 - index * 40,
      index % 2 ? 600 - random.between(0, 20) : 552 + random.between(-14, 8),
    ],
  );
  return (
    defs(
      linear('sky', [
        [0, band],
        [0.22, mix(band, paper, 0.75)],
        [0.5, paper],
        [1, paper],
      ]),
      clip('snow', shape(cone(14), '#000')),
    ) +
    backdrop('url(#sky)') +
    circle(random.between(350, 800), random.between(330, 430), 135, sun) +
    many(5, () =>
      rect(random.between(-200, 1500), random.between(300, 640), random.between(300, 800), 16, '#fffaf0', {
        rx: 8,
        opacity: 0.55,
      }),
    ) +
    shape(cone(14), mix(deep, paper, 0.35)) +
    group(polygon([[peakX - 200, 400], [peakX + 200, 400], ...snowLine], '#fffaf0'), {
      'clip-path': 'url(#snow)',
    }) +
    many(5, swell)
  );
};
