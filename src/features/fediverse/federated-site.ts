import type { PublicSite, Site } from '../../core/site/api/site.ts';
import { readPublicSite, readSite } from '../../core/site/site.ts';
import type { Blog } from '../../platform/blog.ts';
import { Problem } from '../../platform/http/problem.ts';
import { noSuchPage } from '../../platform/messages/owner.ts';

export const notFound = () => new Problem('not_found', noSuchPage);

/** The settings, if the blog is in the fediverse; otherwise none of its documents exists. */
export const federatedSite = async (blog: Blog): Promise<Site> => required(await readSite(blog));

export const federatedPublicSite = async (blog: Blog): Promise<PublicSite> =>
  required(await readPublicSite(blog));

function required<Settings extends Site>(site: Settings): Settings {
  if (site.fediverse === 'off') throw notFound();
  return site;
}
