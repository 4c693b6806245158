import { sharp } from './sharp.ts';

/** For social networks that do not accept WebP. */
export const toJpeg = (image: Buffer): Promise<Buffer> =>
  sharp()(image).flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer();
