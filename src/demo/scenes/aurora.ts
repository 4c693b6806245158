import { conifer } from './plants.ts';
import {
  backdrop,
  circle,
  d,
  defs,
  ellipse,
  group,
  linear,
  many,
  mix,
  type Point,
  ridge,
  type Scene,
  shape,
  WIDTH,
} from './svg.ts';

/** Curtains of light over a frozen lake. */
export const aurora: Scene = (random) => {
  const { sky, low, lights, land } = random.variant([
    { sky: '#050b24', low: '#12405a', lights: ['#5dffb0', '#38e0c8', '#8f7bff'], land: '#04101c' },
    { sky: '#0c0624', low: '#3b2a6b', lights: ['#ff7bd0', '#7dffcf', '#7aa2ff'], land: '#090414' },
    { sky: '#031a1f', low: '#0f5a53', lights: ['#b4ff6a', '#4dffc3', '#3fc7ff'], land: '#03100f' },
  ]);
  const shore = 930;
  const stars = many(260, () =>
    circle(random.between(0, WIDTH), random.between(0, shore), random.between(0.8, 2.6), '#ffffff', {
      opacity: random.between(0.3, 0.95),
    }),
  );
  const curtain = (fill: string, height: number) => {
    const [phase, swing, bend] = [random.between(0, 6), random.between(60, 140), random.between(1.2, 2.4)];
    const base = random.between(520, 720);
    return many(300, (index, share) => {
      const x = share * (WIDTH + 200) - 100 + Math.sin(share * 9 + phase) * 60;
      const y = base + Math.sin(share * bend * Math.PI + phase) * swing - share * 120;
      const tall =
        height * (0.55 + 0.45 * Math.sin(index * 0.185 + phase) * Math.sin(index * 0.055)) +
        random.between(0, 70);
      return shape(d`M ${x} ${y} h 48 v ${-tall} h -48 z`, fill, { opacity: 0.085 });
    });
  };
  const conifers = (line: readonly Point[]) =>
    line
      .map(([x, y]) => conifer(random, x + random.between(-6, 6), y + 10, random.between(40, 150), land))
      .join('');
  const line = ridge(random, shore - 24, 26, 0.5, 8);
  const far = ridge(random, shore - 110, 90, 0.55);
  const scenery =
    stars +
    lights.map((_, index) => curtain(`url(#light${index})`, 430 - index * 60)).join('') +
    shape(`M ${far.map(([x, y]) => d`${x} ${y}`).join(' L ')} V ${shore} H -20 Z`, mix(land, low, 0.45)) +
    conifers(line) +
    shape(`M ${line.map(([x, y]) => d`${x} ${y}`).join(' L ')} V ${shore} H -20 Z`, land);
  return (
    defs(
      linear('sky', [
        [0, sky],
        [0.7, low],
        [1, sky],
      ]),
      ...lights.map((light, index) =>
        linear(`light${index}`, [
          [0, light, 0],
          [0.55, light, 0.35],
          [0.93, mix(light, '#ffffff', 0.25), 0.95],
          [1, light, 0],
        ]),
      ),
    ) +
    backdrop('url(#sky)') +
    group(scenery, { id: 'scenery' }) +
    group(`<use xlink:href="#scenery" transform="translate(0 ${shore * 2}) scale(1 -1)" opacity="0.55"/>`) +
    many(60, () =>
      ellipse(
        random.between(0, WIDTH),
        shore + random.between(8, 400),
        random.between(40, 260),
        random.between(0.8, 2),
        '#ffffff',
        {
          opacity: 0.07,
        },
      ),
    )
  );
};
