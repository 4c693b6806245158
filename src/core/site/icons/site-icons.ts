import { buffer } from 'node:stream/consumers';
import type { Blog } from '../../../platform/blog.ts';
import { readImages } from '../site-images.ts';
import { icoOf } from './ico.ts';
import { iconPng, iconSvg } from './icons.ts';

/** The paper of the site, under icons that must be opaque. */
export const paper = '#fdfcfa';

/** The icon of the site in a form that browsers and systems ask for: what the owner uploaded, or the default. */
export type IconForm = 'svg' | 'ico' | 'apple' | '192' | '512' | 'maskable';

const types = { svg: 'image/svg+xml', ico: 'image/x-icon', png: 'image/png' } as const;

export async function siteIcon(blog: Blog, form: IconForm): Promise<{ type: string; body: Buffer }> {
  const body = (await uploaded(blog, form)) ?? (await defaults[form]());
  return { type: form === 'svg' || form === 'ico' ? types[form] : types.png, body };
}

const defaults: Record<IconForm, () => Promise<Buffer>> = {
  svg: iconSvg,
  ico: async () => {
    const sizes = [16, 32, 48];
    return icoOf(await Promise.all(sizes.map(async (size) => ({ size, png: await iconPng(size) }))));
  },
  apple: () => iconPng(180, paper),
  192: () => iconPng(192),
  512: () => iconPng(512),
  maskable: () => iconPng(512, paper),
};

async function uploaded(blog: Blog, form: IconForm): Promise<Buffer | null> {
  const icon = (await readImages(blog)).get('icon');
  const ending = { svg: '-192.png', ico: '.ico' }[form as string] ?? `-${form}.png`;
  const variant = icon?.variants.find(({ name }) => name.endsWith(ending));
  if (!variant) return null;
  const file = await blog.files.read(variant.name);
  if (!file) {
    // The file may come back, as from a backup; no change would tell of it.
    if (blog.reads) blog.reads.isCacheable = false;
    return null;
  }
  const bytes = await buffer(file.body);
  return form === 'svg' ? svgAround(bytes) : bytes;
}

/** Browsers that have the address of the vector icon get the image that was uploaded. */
const svgAround = (png: Buffer): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 192"><image width="192" height="192" href="data:image/png;base64,${png.toString('base64')}"/></svg>`,
  );
