import { sharp } from './sharp.ts';

/** For those who cannot read WebP: social networks. */
export const toJpeg = (picture: Buffer): Promise<Buffer> =>
  sharp()(picture).flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer();
