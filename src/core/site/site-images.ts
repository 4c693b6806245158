import type { Blog } from '../../platform/blog.ts';
import { read, siteTag } from '../../platform/http/cache/reads.ts';
import { type SiteImage, type SiteImages, siteImageNames } from './api/site.ts';
import * as store from './store/site-images.ts';

export async function readSiteImages(blog: Blog): Promise<SiteImages> {
  const all = await readImages(blog);
  const images: SiteImages = { logo: null, logo_dark: null, icon: null, social: null };
  for (const name of siteImageNames) {
    const image = all.get(name);
    if (image) images[name] = present(blog, image);
  }
  return images;
}

function present(blog: Blog, { variants, hash, needs_plate }: store.StoredSiteImage): SiteImage | null {
  // The icon has several sizes, of which pages show a middle one.
  const shown =
    variants.findLast(({ name, width }) => width <= 192 && name.endsWith('-192.png')) ?? variants[0];
  if (!shown) return null;
  const { name, width, height } = shown;
  return { file_path: blog.files.url(name), width, height, version: hash.slice(0, 12), needs_plate };
}

/** Every image that belongs to no post, by its name. */
export async function readImages(
  blog: Pick<Blog, 'db' | 'reads'>,
): Promise<Map<string, store.StoredSiteImage>> {
  const rows = await read(blog, store.allSiteImages, () => [siteTag]);
  return new Map(rows.map((row) => [row.name, row]));
}
