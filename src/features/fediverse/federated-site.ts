import type { PublicSite } from '../../core/site/api/site.ts';
import { readSite, withImages } from '../../core/site/site.ts';
import type { Blog } from '../../platform/blog.ts';
import { Problem } from '../../platform/http/problem.ts';
import { noSuchPage } from '../../platform/messages/owner.ts';

export const notFound = () => new Problem('not_found', noSuchPage);

/** The settings, if the blog is in the fediverse; otherwise none of its documents exists. */
export async function federatedSite(blog: Blog) {
  const site = await readSite(blog);
  if (site.fediverse === 'off') throw notFound();
  return site;
}

export const federatedPublicSite = async (blog: Blog): Promise<PublicSite> =>
  withImages(blog, await federatedSite(blog));
