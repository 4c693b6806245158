import { drawing } from '../../../platform/files/svg.ts';
import { type CardContent, cardSize } from '../../site/api/cards.ts';
import { iconSvg } from '../../site/icons/icons.ts';
import { drawable, lines, outline, widthOf } from './text-outlines.ts';

const { width, height } = cardSize;
const edge = 84;
const sizes = [104, 92, 80, 70, 60, 52];
const titleTop = 96;
const titleBottom = 452;
const leading = 1.08;

const paperColor = '#fdfcfa';
const inkColor = '#1d1b20';
const nameColor = '#5b5660';

const cache = new Map<string, Promise<Buffer>>();
const maxCached = 50;

/** The preview image of a link to a post without images: its title in the site's style, as a PNG. */
export function drawCard(card: CardContent): Promise<Buffer> {
  const key = JSON.stringify(card);
  const image = cache.get(key) ?? draw(card);
  cache.delete(key);
  cache.set(key, image);
  image.catch(() => cache.delete(key));
  if (cache.size > maxCached) cache.delete(cache.keys().next().value ?? '');
  return image;
}

async function draw({ title, site, color }: CardContent): Promise<Buffer> {
  const name = truncated(drawable(site) ?? '', 44, width - 2 * edge - 110);
  const text = fitTitle(drawable(title) ?? drawable(site) ?? '');
  const icon = (await iconSvg()).toString('base64');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${paperColor}"/>
<rect width="${width}" height="18" fill="${color}"/>
<path fill="${inkColor}" d="${text.lines.map((line, index) => outline(line, edge, text.first + index * text.size * leading, text.size)).join('')}"/>
<image x="${edge}" y="506" width="72" height="72" href="data:image/svg+xml;base64,${icon}"/>
<path fill="${nameColor}" d="${outline(name, edge + 98, 557, 44)}"/>
</svg>`;
  // A drawing of few colors has its palette found at once; a longer search takes three times as long and saves nothing.
  return drawing(Buffer.from(svg)).png({ palette: true, effort: 1, dither: 0 }).toBuffer();
}

/** The largest font size at which the title fits; a title that never fits ends in an ellipsis. */
function fitTitle(title: string): { size: number; lines: string[]; first: number } {
  const available = titleBottom - titleTop;
  let size = 0;
  let all: string[] = [];
  for (size of sizes) {
    all = lines(title, size, width - 2 * edge);
    if (all.length * size * leading <= available) break;
  }
  const maxLines = Math.floor(available / (size * leading));
  const visible =
    all.length <= maxLines
      ? all
      : [...all.slice(0, maxLines - 1), truncated(all.slice(maxLines - 1).join(' '), size, width - 2 * edge)];
  return { size, lines: visible, first: titleTop + size * 0.82 };
}

function truncated(text: string, size: number, maxWidth: number): string {
  if (widthOf(text, size) <= maxWidth) return text;
  const characters = [...text];
  while (characters.length > 0 && widthOf(`${characters.join('').trimEnd()}…`, size) > maxWidth)
    characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
