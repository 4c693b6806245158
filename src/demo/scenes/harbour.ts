import {
  backdrop,
  blur,
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
  rect,
  ridge,
  type Scene,
  shape,
  stroke,
  WIDTH,
} from './svg.ts';

/** A row of houses, lamps and boats, everything twice: once in the evening air, once in the water. */
export const harbour: Scene = (random) => {
  const { sky, glow, sea, walls, dark } = random.variant([
    {
      sky: '#3b3a78',
      glow: '#ffb27a',
      sea: '#22305f',
      walls: ['#b0443f', '#d98c4a', '#e5c07a', '#557a95', '#7b4a63'],
      dark: '#1b1738',
    },
    {
      sky: '#274b6d',
      glow: '#ffd08a',
      sea: '#173a52',
      walls: ['#8c3b3b', '#c76b4a', '#d9b38c', '#3f6b6b', '#a65a5a'],
      dark: '#0f2233',
    },
    {
      sky: '#6b3f73',
      glow: '#ff9d8a',
      sea: '#43305f',
      walls: ['#c75b5b', '#e09f6b', '#f0d0a0', '#6b6fa0', '#8a4f7d'],
      dark: '#261538',
    },
  ]);
  const quay = 800;
  const sunX = random.between(500, 1500);
  const streaks = many(16, () =>
    ellipse(
      random.between(0, WIDTH),
      random.between(120, 620),
      random.between(180, 600),
      random.between(8, 28),
      'url(#streak)',
      { opacity: random.between(0.4, 0.9) },
    ),
  );
  const hills = shape(`${curve(ridge(random, 690, 70, 0.4, 5))} V ${quay} H -20 Z`, mix(sky, glow, 0.35));
  let houses = '';
  for (let x = -30; x < WIDTH; ) {
    const [w, h] = [random.between(84, 150), random.between(120, 265)];
    const wall = mix(random.pick(walls), dark, 0.28);
    const [top, roof] = [quay - h, random.between(40, 74)];
    const columns = w > 115 ? 3 : 2;
    const floors = Math.floor(h / 58);
    const windows = many(floors, (floor) =>
      many(columns, (column) => {
        const [wx, wy] = [x + (w / (columns + 0.4)) * (column + 0.7) - 11, top + 18 + floor * 58];
        return rect(
          wx,
          wy,
          22,
          32,
          random.chance(0.62) ? mix('#ffd98a', '#fff3c4', random.next()) : mix(dark, wall, 0.35),
          { rx: 2 },
        );
      }),
    );
    const gable = random.chance(0.5)
      ? d`M ${x - 4} ${top + 2} L ${x + w / 2} ${top - roof} L ${x + w + 4} ${top + 2} Z`
      : d`M ${x} ${top + 2} v ${-roof * 0.4} h ${w * 0.18} v ${-roof * 0.35} h ${w * 0.18} v ${-roof * 0.3} h ${w * 0.28} v ${roof * 0.3} h ${w * 0.18} v ${roof * 0.35} h ${w * 0.18} v ${roof * 0.4} Z`;
    houses += shape(gable, mix(wall, dark, 0.35)) + rect(x, top, w, h + 2, wall) + windows;
    x += w;
  }
  const lamps = many(7, (index) => {
    const x = 130 + index * 290 + random.between(-40, 40);
    return (
      circle(x, quay - 84, 70, 'url(#lamp)') +
      stroke(d`M ${x} ${quay} v -84`, dark, 6) +
      circle(x, quay - 88, 9, '#fff2c9')
    );
  });
  const boat = (x: number, y: number, s: number) => {
    const hull = random.pick(['#f6efe2', '#c0392b', '#23395b', '#2f5d50']);
    const body =
      stroke(d`M ${x} ${y - 20 * s} V ${y - 330 * s}`, '#2a1f2d', 6 * s) +
      stroke(
        d`M ${x} ${y - 60 * s} H ${x + 130 * s} M ${x} ${y - 320 * s} L ${x - 120 * s} ${y - 30 * s} M ${x} ${y - 320 * s} L ${x + 140 * s} ${y - 30 * s}`,
        '#2a1f2d',
        2.2 * s,
      ) +
      shape(
        d`M ${x + 4 * s} ${y - 74 * s} q ${60 * s} ${26 * s} ${124 * s} ${8 * s} v ${12 * s} q ${-70 * s} ${14 * s} ${-124 * s} ${2 * s} z`,
        '#e9dcc6',
      ) +
      shape(
        d`M ${x - 50 * s} ${y - 36 * s} h ${80 * s} l ${10 * s} ${-24 * s} h ${-72 * s} z`,
        mix(hull, '#ffffff', 0.4),
      ) +
      shape(
        d`M ${x - 150 * s} ${y - 46 * s} q ${150 * s} ${22 * s} ${300 * s} ${0} q ${-20 * s} ${50 * s} ${-60 * s} ${52 * s} h ${-190 * s} q ${-40 * s} 0 ${-50 * s} ${-52 * s} z`,
        hull,
      ) +
      stroke(d`M ${x - 143 * s} ${y - 30 * s} q ${143 * s} ${22 * s} ${284 * s} 0`, dark, 4 * s, {
        opacity: 0.5,
      });
    return (
      group(body, {
        transform: d`translate(0 ${y * 2}) scale(1 -1)`,
        opacity: 0.35,
      }) + body
    );
  };
  const glints = many(300, () => {
    const near = random.next() ** 1.6;
    const y = quay + 14 + near * 520;
    const x = random.chance(0.55)
      ? sunX + random.between(-1, 1) * (60 + near * 260)
      : random.between(0, WIDTH);
    return ellipse(
      x,
      y,
      (12 + near * 70) * random.between(0.5, 1.2),
      1.2 + near * 3,
      mix(glow, '#ffffff', 0.35),
      { opacity: random.between(0.15, 0.6) },
    );
  });
  return (
    defs(
      linear('sky', [
        [0, sky],
        [0.58, glow],
        [0.62, mix(glow, '#ffffff', 0.25)],
      ]),
      linear('sea', [
        [0, sea, 0.35],
        [1, mix(sea, dark, 0.6), 0.96],
      ]),
      radial('sun', [
        [0, '#fff1d0', 0.95],
        [0.2, glow, 0.7],
        [1, glow, 0],
      ]),
      radial('lamp', [
        [0, '#ffe2a0', 0.85],
        [1, '#ffe2a0', 0],
      ]),
      blur('ripple', 4),
      radial('streak', [
        [0, mix(glow, '#ffffff', 0.3), 0.8],
        [1, glow, 0],
      ]),
    ) +
    backdrop('url(#sky)') +
    streaks +
    circle(sunX, 620, 520, 'url(#sun)') +
    circle(sunX, 610, 80, '#fff3d9') +
    group(hills + houses + lamps, { id: 'town' }) +
    rect(0, quay, WIDTH, HEIGHT - quay, mix(sea, glow, 0.35)) +
    `<use xlink:href="#town" transform="translate(0 ${quay * 2}) scale(1 -1)" opacity="0.6" filter="url(#ripple)"/>` +
    rect(0, quay, WIDTH, HEIGHT - quay, 'url(#sea)') +
    rect(0, quay - 3, WIDTH, 12, mix(dark, sea, 0.2)) +
    glints +
    boat(random.between(180, 420), 930, 0.75) +
    boat(random.between(1400, 1750), 990, 0.95) +
    boat(random.between(750, 1100), 1120, 1.3)
  );
};
