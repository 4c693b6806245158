import { createRequire } from 'node:module';
import type Sharp from 'sharp';

let loaded: typeof Sharp | undefined;

/** The image library. It is large and rarely needed, so it is loaded with the first image. */
export function sharp(): typeof Sharp {
  if (loaded) return loaded;
  loaded = load();
  return loaded;
}

function load(): typeof Sharp {
  const sharp: typeof Sharp = createRequire(import.meta.url)('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((loader) => `VipsForeignLoad${loader}`),
  });
  return sharp;
}
