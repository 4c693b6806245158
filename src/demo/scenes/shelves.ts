import { sprig } from './plants.ts';
import {
  backdrop,
  circle,
  d,
  defs,
  ellipse,
  group,
  HEIGHT,
  linear,
  many,
  mix,
  radial,
  rect,
  type Scene,
  shape,
  stroke,
  WIDTH,
} from './svg.ts';

/** Shelves full of books, with a few things that are not books. */
export const shelves: Scene = (random) => {
  const { wall, board, spines } = random.variant([
    {
      wall: '#2f3e46',
      board: '#8a5a36',
      spines: ['#c8553d', '#f2cc8f', '#81b29a', '#3d5a80', '#f4f1de', '#e07a5f', '#5f4b66', '#b08968'],
    },
    {
      wall: '#5b2333',
      board: '#3b2418',
      spines: ['#f7c59f', '#efefd0', '#1a659e', '#ff6b35', '#7fb069', '#d1495b', '#2e4057', '#e6aa68'],
    },
    {
      wall: '#e8dcc8',
      board: '#b88a5a',
      spines: ['#264653', '#2a9d8f', '#e9c46a', '#f4a261', '#e76f51', '#8d99ae', '#6d597a', '#b56576'],
    },
  ]);
  const [rows, gap] = [4, HEIGHT / 4];
  const book = (x: number, floor: number, w: number, h: number, color: string) => {
    const trim = mix(color, random.chance(0.6) ? '#fff3d6' : '#1d1420', 0.62);
    const marks = random.pick([
      rect(x, floor - h + 22, w, 7, trim) + rect(x, floor - 36, w, 7, trim),
      rect(x + w * 0.22, floor - h * 0.78, w * 0.56, h * 0.34, trim, { rx: 3 }),
      many(3, (index) => rect(x + w * 0.18, floor - h * 0.8 + index * 16, w * 0.64, 7, trim)),
      circle(x + w / 2, floor - h * 0.76, Math.min(w * 0.26, 14), trim) +
        rect(x + w * 0.4, floor - h * 0.62, w * 0.2, h * 0.36, trim),
      '',
    ]);
    return (
      rect(x, floor - h, w, h, color, { rx: 3 }) + marks + rect(x, floor - h, w, h, 'url(#spine)', { rx: 3 })
    );
  };
  const pot = (x: number, floor: number) => {
    const leaf = random.pick(['#4f8a5b', '#7aa95c', '#2f6b57']);
    return (
      many(7, (index) =>
        sprig(
          random,
          x + 62,
          floor - 78,
          random.between(100, 160),
          (index - 3) * 21,
          mix(leaf, '#0f2a1c', index % 2 ? 0 : 0.25),
        ),
      ) +
      shape(d`M ${x + 12} ${floor - 92} h 100 l -14 92 h -72 z`, random.pick(spines)) +
      rect(x + 6, floor - 100, 112, 20, '#00000030', { rx: 4 })
    );
  };
  const globe = (x: number, floor: number, color: string) =>
    stroke(d`M ${x + 62} ${floor - 10} v -40`, board, 10) +
    ellipse(x + 62, floor - 8, 44, 9, mix(board, '#000000', 0.4)) +
    circle(x + 62, floor - 112, 66, color) +
    shape(
      d`M ${x + 30} ${floor - 150} q 40 -20 50 10 q -10 30 -40 26 z M ${x + 70} ${floor - 100} q 40 -6 40 24 q -30 20 -44 -2 z`,
      mix(color, '#f4f1de', 0.7),
    ) +
    circle(x + 62, floor - 112, 66, 'url(#ball)');
  const pile = (x: number, floor: number) =>
    many(4, (index) => {
      const w = 190 - index * 18 + random.between(-12, 12);
      return (
        rect(x + 8 + random.between(0, 12), floor - 34 - index * 34, w, 34, random.pick(spines), { rx: 3 }) +
        rect(x + 22, floor - 30 - index * 34, 10, 26, '#fff3d6', { opacity: 0.7 })
      );
    });
  const row = (index: number) => {
    const floor = gap * (index + 1) - 26;
    let [x, content] = [random.between(-20, 20), ''];
    while (x < WIDTH) {
      const kind = random.next();
      if (kind < 0.035) {
        content += pot(x, floor);
        x += 136;
      } else if (kind < 0.055) {
        content += globe(x, floor, random.pick(spines));
        x += 140;
      } else if (kind < 0.095) {
        content += pile(x, floor);
        x += 226;
      } else if (kind < 0.14) {
        const [w, h] = [random.between(34, 48), random.between(200, 250)];
        content += group(book(x + 44, floor, w, h, random.pick(spines)), {
          transform: d`rotate(-12 ${x + 44} ${floor})`,
        });
        x += w + 58;
      } else {
        const [color, series] = [random.pick(spines), random.chance(0.25) ? random.whole(3, 5) : 1];
        const [w, h] = [random.between(26, 66), random.between(175, 272)];
        for (let volume = 0; volume < series; volume++) {
          content += book(x, floor, w, series > 1 ? h : random.between(175, 272), color);
          x += w + 1.5;
        }
      }
    }
    return (
      rect(0, gap * index, WIDTH, gap, 'url(#depth)') +
      content +
      rect(0, floor, WIDTH, 26, board) +
      rect(0, floor, WIDTH, 5, mix(board, '#ffffff', 0.3)) +
      rect(0, floor + 26, WIDTH, 34, 'url(#under)')
    );
  };
  return (
    defs(
      linear('depth', [
        [0, mix(wall, '#000000', 0.5)],
        [0.5, mix(wall, '#000000', 0.12)],
        [1, wall],
      ]),
      linear('under', [
        [0, '#000000', 0.5],
        [1, '#000000', 0],
      ]),
      linear(
        'spine',
        [
          [0, '#000000', 0.28],
          [0.25, '#ffffff', 0.16],
          [0.6, '#ffffff', 0],
          [1, '#000000', 0.34],
        ],
        [1, 0],
      ),
      radial(
        'ball',
        [
          [0, '#ffffff', 0.35],
          [1, '#000000', 0.4],
        ],
        [0.35, 0.35],
      ),
      radial('lamp', [
        [0, '#ffdf9e', 0.3],
        [1, '#120a20', 0.36],
      ]),
    ) +
    many(rows, row) +
    backdrop('url(#lamp)')
  );
};
