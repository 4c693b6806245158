import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { imageFolder } from '../demo/posts.ts';
import { colorFile, smallFile, smallFolder, smallWidths } from '../demo/upload-images.ts';
import { derive } from '../src/core/images/processing/images.ts';

/**
 * Makes what the demo stores of its images, so that trying it out waits for none: images of more than 1200 pixels get that width, the
 * small variants and the colors are written beside them.
 */
const width = 1200;

const files = (await readdir(imageFolder)).filter((name) => name.endsWith('.webp')).sort();
await mkdir(smallFolder, { recursive: true });
const colors: Record<string, string> = {};
for (const name of files) {
  const file = path.join(imageFolder, name);
  const metadata = await sharp(file).metadata();
  if (metadata.width > width) {
    const smaller = await sharp(file).resize({ width }).webp({ quality: 80, effort: 6 }).toBuffer();
    await writeFile(`${file}.new`, smaller);
    await rename(`${file}.new`, file);
  }
  const image = await readFile(file);
  for (const small of smallWidths)
    await sharp(image)
      .resize({ width: small })
      .webp({ quality: 75, effort: 6 })
      .toFile(smallFile(name, small));
  colors[name] = (await derive(file)).color;
}
await writeFile(colorFile, `${JSON.stringify(colors, null, 2)}\n`);
