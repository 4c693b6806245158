import type { Sharp, SharpOptions } from 'sharp';
import { sharp } from './sharp.ts';

/**
 * Loads an SVG that this server generated. Uploads may never be SVG: the loader is blocked until the first call, and
 * detect-type.ts checks the type of uploads by their first bytes.
 */
export function drawing(svg: Buffer, options?: SharpOptions): Sharp {
  const library = sharp();
  library.unblock({ operation: ['VipsForeignLoadSvg'] });
  return library(svg, options);
}
