import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { packageRoot } from '../package-root.ts';
import { drawing } from './svg.ts';

const iconFile = path.join(packageRoot, 'src/web/ui/icon.svg');

export const iconSvg = (): Promise<Buffer> => readFile(iconFile);

const made = new Map<string, Promise<Buffer>>();

/**
 * The site's icon as a square PNG. With a ground, the drawing keeps off the outer tenth, where systems that give icons
 * their own outline may cut.
 */
export function iconPng(size: number, ground?: string): Promise<Buffer> {
  const key = `${size} ${ground}`;
  const png = made.get(key) ?? draw(size, ground);
  made.set(key, png);
  png.catch(() => made.delete(key));
  return png;
}

async function draw(size: number, ground: string | undefined): Promise<Buffer> {
  const inner = ground ? Math.round(size * 0.8) : size;
  const margin = Math.floor((size - inner) / 2);
  const rest = size - inner - margin;
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 };
  const picture = drawing(await iconSvg(), { density: 300 })
    .resize(inner, inner, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .extend({ top: margin, left: margin, bottom: rest, right: rest, background });
  return (ground ? picture.flatten({ background: ground }) : picture).png({ compressionLevel: 9 }).toBuffer();
}
