import type { Sharp, SharpOptions } from 'sharp';
import { sharp } from './sharp.ts';

/**
 * A drawing of our own, ready to become a picture. Uploads may never be SVG: its loader is blocked until the first
 * drawing, and pictures.ts looks at their bytes first.
 */
export function drawing(svg: Buffer, options?: SharpOptions): Sharp {
  const library = sharp();
  library.unblock({ operation: ['VipsForeignLoadSvg'] });
  return library(svg, options);
}

/** A drawing as a photograph would arrive. */
export const svgToJpeg = (svg: string): Promise<Buffer> =>
  drawing(Buffer.from(svg)).flatten({ background: '#ffffff' }).jpeg({ quality: 90 }).toBuffer();
