import { type CardContent, cardSize } from '../contract/cards.ts';
import { iconSvg } from './icons.ts';
import { drawing } from './svg.ts';
import { drawable, lines, outline, widthOf } from './text-outlines.ts';

const { width, height } = cardSize;
const edge = 84;
const sizes = [104, 92, 80, 70, 60, 52];
const titleTop = 96;
const titleBottom = 452;
const leading = 1.08;

const paper = '#fdfcfa';
const ink = '#1d1b20';
const soft = '#5b5660';

const made = new Map<string, Promise<Buffer>>();
const mostMade = 50;

/** The picture that stands for a post without one where it is linked: its title in the site's style, as a PNG. */
export function drawCard(card: CardContent): Promise<Buffer> {
  const key = JSON.stringify(card);
  const picture = made.get(key) ?? draw(card);
  made.delete(key);
  made.set(key, picture);
  picture.catch(() => made.delete(key));
  if (made.size > mostMade) made.delete(made.keys().next().value ?? '');
  return picture;
}

async function draw({ title, site, color }: CardContent): Promise<Buffer> {
  const name = shortened(drawable(site) ?? '', 44, width - 2 * edge - 110);
  const text = fitted(drawable(title) ?? drawable(site) ?? '');
  const icon = (await iconSvg()).toString('base64');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${paper}"/>
<rect width="${width}" height="18" fill="${color}"/>
<path fill="${ink}" d="${text.lines.map((line, index) => outline(line, edge, text.first + index * text.size * leading, text.size)).join('')}"/>
<image x="${edge}" y="506" width="72" height="72" href="data:image/svg+xml;base64,${icon}"/>
<path fill="${soft}" d="${outline(name, edge + 98, 557, 44)}"/>
</svg>`;
  return drawing(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();
}

/** The largest size at which the title fits; one that never does ends in an ellipsis. */
function fitted(title: string): { size: number; lines: string[]; first: number } {
  const room = titleBottom - titleTop;
  const tried = sizes.map((size) => ({ size, lines: lines(title, size, width - 2 * edge) }));
  const chosen = tried.find(({ size, lines }) => lines.length * size * leading <= room) ?? tried.at(-1);
  const { size, lines: all } = chosen ?? { size: 52, lines: [] };
  const most = Math.floor(room / (size * leading));
  const shown =
    all.length <= most
      ? all
      : [...all.slice(0, most - 1), shortened(all.slice(most - 1).join(' '), size, width - 2 * edge)];
  return { size, lines: shown, first: titleTop + size * 0.82 };
}

function shortened(text: string, size: number, room: number): string {
  if (widthOf(text, size) <= room) return text;
  const characters = [...text];
  while (characters.length > 0 && widthOf(`${characters.join('').trimEnd()}…`, size) > room) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
