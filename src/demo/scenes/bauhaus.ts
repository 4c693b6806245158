import {
  backdrop,
  circle,
  clip,
  d,
  defs,
  group,
  many,
  polygon,
  rect,
  type Scene,
  shape,
  WIDTH,
} from './svg.ts';

/** A quilt of circles, quarters and bars. */
export const bauhaus: Scene = (random) => {
  const { paper, ink, paints } = random.variant([
    { paper: '#f3ead7', ink: '#1d1d1f', paints: ['#d0021b', '#f2b705', '#1f4e9c', '#1d1d1f', '#e9dcc0'] },
    { paper: '#f6ede4', ink: '#22313f', paints: ['#e4572e', '#17bebb', '#ffc914', '#22313f', '#f0d9c8'] },
    { paper: '#ece7df', ink: '#2d1e2f', paints: ['#a63d40', '#e9b872', '#90a959', '#6494aa', '#2d1e2f'] },
    { paper: '#f5efe6', ink: '#0b3954', paints: ['#ff6663', '#bfd7ea', '#e0ff4f', '#0b3954', '#ffb3a7'] },
  ]);
  const size = WIDTH / 6;
  const tile = (x: number, y: number) => {
    const ground = random.chance(0.45) ? paper : random.pick(paints);
    const others = [paper, ...paints].filter((color) => color !== ground);
    const [a, b] = [random.pick(others), random.pick(others)];
    const [half, full] = [size / 2, size];
    const figure = random.pick([
      () =>
        circle(x + half, y + half, half * 0.82, a) +
        circle(x + half, y + half, half * 0.4, b === a ? ground : b),
      () => shape(d`M ${x} ${y} h ${full} a ${full} ${full} 0 0 1 ${-full} ${full} z`, a),
      () =>
        shape(d`M ${x} ${y} h ${full} a ${full} ${full} 0 0 1 ${-full} ${full} z`, a) +
        shape(d`M ${x} ${y} h ${half} a ${half} ${half} 0 0 1 ${-half} ${half} z`, b === a ? ground : b),
      () =>
        shape(
          d`M ${x} ${y} a ${half} ${half} 0 0 0 ${full} 0 z M ${x} ${y + half} a ${half} ${half} 0 0 0 ${full} 0 z`,
          a,
        ),
      () =>
        polygon(
          [
            [x, y],
            [x + full, y + full],
            [x, y + full],
          ],
          a,
        ) +
        (random.chance(0.5) ? circle(x + full * 0.7, y + full * 0.3, full * 0.16, b === a ? ink : b) : ''),
      () => many(5, (index) => rect(x, y + (index * full) / 5, full, full / 10, a)),
      () =>
        many(4, (row) =>
          many(4, (column) =>
            circle(x + full * (0.125 + column * 0.25), y + full * (0.125 + row * 0.25), full * 0.065, a),
          ),
        ),
      () => many(4, (index) => circle(x, y + full, full * (1 - index * 0.24), index % 2 ? ground : a)),
      () =>
        shape(d`M ${x + half} ${y} a ${half} ${half} 0 0 1 0 ${full} z`, a) +
        shape(d`M ${x + half} ${y} a ${half} ${half} 0 0 0 0 ${full} z`, b === a ? ink : b),
      () =>
        rect(x + full * 0.18, y + full * 0.18, full * 0.64, full * 0.64, a, {
          transform: d`rotate(45 ${x + half} ${y + half})`,
        }),
    ])();
    const turn = random.whole(0, 3) * 90;
    const id = `t${Math.round(x)}x${Math.round(y)}`;
    return (
      defs(clip(id, rect(x, y, size, size, '#000'))) +
      group(
        rect(x, y, size, size, ground) +
          group(figure, { transform: d`rotate(${turn} ${x + half} ${y + half})` }),
        { 'clip-path': `url(#${id})` },
      )
    );
  };
  return backdrop(paper) + many(4, (row) => many(6, (column) => tile(column * size, row * size)));
};
