import sharp from 'sharp';

/** For those who cannot read WebP: social networks. */
export const toJpeg = (picture: Buffer): Promise<Buffer> =>
  sharp(picture).flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer();

/** A drawing of our own as a photograph would arrive. */
export const svgToJpeg = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).jpeg({ quality: 90 }).toBuffer();
