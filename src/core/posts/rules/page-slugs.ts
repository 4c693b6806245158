import type { PostKind } from '../api/post-kinds.ts';
import { pagePathProblem } from './page-paths.ts';
import { isSlugOf, nextSlug, type SlugStyle, slugOf } from './slug.ts';

/** The path of a page from its title; a reserved word gets a number. */
export function pagePathOf(title: string, style?: SlugStyle): string {
  const path = `/${slugOf(title, style)}`;
  return pagePathProblem(path) === null ? path : nextAddress(path, 2);
}

/** The web title that follows from a title: the slug of a post, the path of a page. */
export const webTitleFrom = (title: string, kind: PostKind, style: SlugStyle): string =>
  kind === 'page' ? pagePathOf(title, style) : slugOf(title, style);

/** Whether a web title or a path was generated from this title, rather than chosen by the author. */
export const isAddressOf = (address: string, title: string): boolean =>
  isSlugOf(address.replace(/^\//, ''), title);

/** The n-th candidate for a web title or a path: `/legal/privacy`, `/legal/privacy-2`, … */
export function nextAddress(address: string, n: number): string {
  const slash = address.lastIndexOf('/') + 1;
  return address.slice(0, slash) + nextSlug(address.slice(slash), n);
}
