import { readFile } from 'node:fs/promises';
import { drawing } from '../../../platform/files/svg.ts';
import { resourceFile } from '../../../platform/process/package-root.ts';

const iconFile = resourceFile('platform/web/ui/icon.svg');

const transparent = { r: 0, g: 0, b: 0, alpha: 0 };

export const iconSvg = (): Promise<Buffer> => readFile(iconFile);

const cache = new Map<string, Promise<Buffer>>();

/**
 * The site's icon as a square PNG. With a background, the outer tenth stays empty, because systems that mask icons may crop
 * it.
 */
export function iconPng(size: number, background?: string): Promise<Buffer> {
  const key = `${size} ${background}`;
  const png = cache.get(key) ?? draw(size, background);
  cache.set(key, png);
  png.catch(() => cache.delete(key));
  return png;
}

async function draw(size: number, background: string | undefined): Promise<Buffer> {
  const inner = background ? Math.round(size * 0.8) : size;
  const margin = Math.floor((size - inner) / 2);
  const rest = size - inner - margin;
  const image = drawing(await iconSvg(), { density: 300 })
    .resize(inner, inner, { fit: 'contain', background: transparent })
    .extend({ top: margin, left: margin, bottom: rest, right: rest, background: background ?? transparent });
  return (background ? image.flatten({ background }) : image).png({ compressionLevel: 9 }).toBuffer();
}
