import { formatNumber } from '../../../platform/admin/controls/format.ts';
import type { ImportKindCounts, ImportRecord } from '../api/imports.ts';

/** Singular and plural of what sources call their kinds; others are shown under the name that the source has for them. */
const names: Record<string, readonly [one: string, many: string]> = {
  post: ['post', 'posts'],
  page: ['page', 'pages'],
  update: ['update', 'updates'],
  comment: ['comment', 'comments'],
  pingback: ['pingback', 'pingbacks'],
  trackback: ['trackback', 'trackbacks'],
  category: ['category', 'categories'],
  tag: ['tag', 'tags'],
  author: ['author', 'authors'],
  attachment: ['file', 'files'],
  image: ['image', 'images'],
  redirect: ['redirect', 'redirects'],
  site: ['site', 'sites'],
  nav_menu_item: ['menu entry', 'menu entries'],
  revision: ['revision', 'revisions'],
};

const plain = (kind: string): string => kind.replaceAll(/[_-]+/g, ' ');
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const kindHeading = (kind: string): string => capitalized(names[kind]?.[1] ?? plain(kind));
export const kindName = (kind: string): string => capitalized(names[kind]?.[0] ?? plain(kind));

const counted = (count: number, kind: string): string =>
  `${formatNumber(count)} ${names[kind]?.[count === 1 ? 0 : 1] ?? plain(kind)}`;

/** The kinds that people think of as their blog, in this order. */
const main = ['post', 'page', 'update', 'comment'];

export const accounted = (counts: ImportKindCounts): number =>
  counts.imported + counts.remark + counts.left_out + counts.kept;

/** "12 posts, 3 pages and 40 comments". */
export function mainCounts({ written }: Pick<ImportRecord, 'written'>, all = false): string {
  const order = (kind: string) => (main.includes(kind) ? main.indexOf(kind) : main.length);
  const parts = written
    .filter(({ kind, count }) => count > 0 && kind !== 'site' && (all || main.includes(kind)))
    .sort((a, b) => order(a.kind) - order(b.kind))
    .map(({ kind, count }) => counted(count, kind));
  return new Intl.ListFormat('en').format(parts);
}
