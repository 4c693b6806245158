import { boards } from './boards.ts';
import { sprig } from './plants.ts';
import {
  backdrop,
  blur,
  circle,
  d,
  defs,
  ellipse,
  group,
  many,
  mix,
  radial,
  rect,
  ring,
  roundShadow,
  type Scene,
  shape,
  sheetShadow,
} from './svg.ts';

/** Tea for two or three, seen from above. */
export const tea: Scene = (random) => {
  const {
    wood,
    china,
    rim,
    tea: brew,
    cloth,
  } = random.variant([
    { wood: '#b9834f', china: '#fbf6ea', rim: '#2f5d8a', tea: '#b5541c', cloth: '#d0453b' },
    { wood: '#6b4a3a', china: '#e9eee6', rim: '#3f7d62', tea: '#8a9a2b', cloth: '#e8c46a' },
    { wood: '#d8b48a', china: '#f7e7e1', rim: '#c2516b', tea: '#7a2f17', cloth: '#5b86a8' },
  ]);
  const shadow = (x: number, y: number, r: number) => roundShadow(x + r * 0.12, y + r * 0.16, r, 0.42);
  const cup = (x: number, y: number, r: number) => {
    const handle = random.between(0, 360);
    return (
      shadow(x, y, r) +
      circle(x, y, r, china) +
      ring(x, y, r * 0.95, rim, r * 0.03) +
      ring(x, y, r * 0.9, rim, r * 0.008) +
      many(24, (index) => {
        const angle = (index / 24) * Math.PI * 2;
        return circle(x + Math.cos(angle) * r * 0.82, y + Math.sin(angle) * r * 0.82, r * 0.022, rim);
      }) +
      ring(x, y, r * 0.66, mix(china, '#6b4a3a', 0.18), r * 0.02) +
      shadow(x, y, r * 0.56) +
      group(
        rect(x + r * 0.45, y - r * 0.09, r * 0.42, r * 0.18, china, { rx: r * 0.09 }) +
          rect(x + r * 0.5, y - r * 0.03, r * 0.28, r * 0.06, mix(china, '#6b4a3a', 0.3), { rx: r * 0.03 }),
        { transform: d`rotate(${handle} ${x} ${y})` },
      ) +
      circle(x, y, r * 0.56, china) +
      ring(x, y, r * 0.545, rim, r * 0.014) +
      circle(x, y, r * 0.5, mix(china, '#6b4a3a', 0.12)) +
      circle(x, y, r * 0.47, 'url(#brew)') +
      shape(
        d`M ${x - r * 0.34} ${y - r * 0.12} A ${r * 0.36} ${r * 0.36} 0 0 1 ${x + r * 0.02} ${y - r * 0.36} A ${r * 0.5} ${r * 0.5} 0 0 0 ${x - r * 0.34} ${y - r * 0.12} Z`,
        '#ffffff',
        { opacity: 0.5 },
      )
    );
  };
  const spoon = (x: number, y: number, angle: number) => {
    const body =
      ellipse(x, y - 120, 30, 46, '#d9d9d2') +
      ellipse(x - 4, y - 124, 20, 34, '#b9bab4') +
      shape(d`M ${x - 6} ${y - 80} h 12 l 5 220 q -11 14 -22 0 z`, '#d9d9d2');
    return group(group(body, { transform: 'translate(9 12)', opacity: 0.28, filter: 'url(#dark)' }) + body, {
      transform: d`rotate(${angle} ${x} ${y})`,
    });
  };
  const biscuit = (x: number, y: number) =>
    shadow(x, y, 78) +
    circle(x, y, 78, '#d9a25a') +
    circle(x, y, 68, '#e7b873') +
    many(9, () =>
      circle(x + random.between(-44, 44), y + random.between(-44, 44), random.between(5, 11), '#5a2f16'),
    );
  const [cx, cy] = [random.between(560, 720), random.between(560, 760)];
  const stripes = many(11, (index) =>
    rect(1230 + index * 74, -200, index % 3 ? 12 : 30, 1900, cloth, { opacity: 0.8 }),
  );
  return (
    defs(
      blur('dark', 5),
      radial('brew', [
        [0, mix(brew, '#ffd9a0', 0.35)],
        [0.8, brew],
        [1, mix(brew, '#200800', 0.4)],
      ]),
      radial('vignette', [
        [0.6, '#000000', 0],
        [1, '#000000', 0.35],
      ]),
    ) +
    boards(random, wood) +
    group(sheetShadow(1186, -200, 900, 1900) + rect(1190, -200, 900, 1900, '#fbf4e6') + stripes, {
      transform: d`rotate(${random.between(6, 16)} 1500 666)`,
    }) +
    sprig(random, random.between(900, 1000), 330, 300, random.between(-70, -20), '#4f7a4a') +
    sprig(random, 1010, 360, 240, random.between(20, 60), '#6a9458') +
    cup(cx, cy, 350) +
    spoon(cx + 330, cy + 260, random.between(30, 70)) +
    cup(random.between(1440, 1560), random.between(820, 920), 300) +
    biscuit(random.between(1240, 1320), random.between(270, 330)) +
    biscuit(random.between(1420, 1480), random.between(300, 400)) +
    biscuit(1690, random.between(180, 300)) +
    many(26, () =>
      circle(random.between(850, 1250), random.between(1000, 1300), random.between(2, 6), '#3d2412', {
        opacity: 0.75,
      }),
    ) +
    backdrop('url(#vignette)')
  );
};
