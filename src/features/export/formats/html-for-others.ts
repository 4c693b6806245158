import { feedHtml } from '../../../content/document/feed-html.ts';
import type { ExportedPost, ExportedSite } from './content.ts';
import { pathOf } from './markdown-file.ts';

/** The content for programs that know nothing of our rendering, with absolute URLs from which they fetch the images. */
export const htmlForOthers = (site: ExportedSite, post: ExportedPost): string =>
  feedHtml(post.html, absolute(site, encodeURI(pathOf(post))));

export const absolute = ({ url }: ExportedSite, path: string): string => url + path;
