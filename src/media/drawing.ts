import sharp from 'sharp';
import './pictures.ts';

// Uploads may never be SVG: pictures.ts blocks its loader and looks at the bytes first. Drawings here are our own.
sharp.unblock({ operation: ['VipsForeignLoadSvg'] });

/** A drawing of our own as a photograph would arrive. */
export const svgToJpeg = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).jpeg({ quality: 90 }).toBuffer();
