import { formatList, formatNumber, plural, t } from '../../../platform/messages/translate.ts';
import type { ImportKindCounts, ImportRecord } from '../api.ts';

type Names = readonly [one: string, many: string, counted: (count: number) => string];

/** Names of what sources call their kinds; others are shown under the name that the source has for them. */
const names: Record<string, Names> = {
  post: [t('Post'), t('Posts'), (n) => plural(n, { one: '1 post', other: '{count} posts' })],
  page: [t('Page'), t('Pages'), (n) => plural(n, { one: '1 page', other: '{count} pages' })],
  update: [t('Update'), t('Updates'), (n) => plural(n, { one: '1 update', other: '{count} updates' })],
  comment: [t('Comment'), t('Comments'), (n) => plural(n, { one: '1 comment', other: '{count} comments' })],
  pingback: [
    t('Pingback'),
    t('Pingbacks'),
    (n) => plural(n, { one: '1 pingback', other: '{count} pingbacks' }),
  ],
  trackback: [
    t('Trackback'),
    t('Trackbacks'),
    (n) => plural(n, { one: '1 trackback', other: '{count} trackbacks' }),
  ],
  category: [
    t('Category'),
    t('Categories'),
    (n) => plural(n, { one: '1 category', other: '{count} categories' }),
  ],
  tag: [t('Tag'), t('Tags'), (n) => plural(n, { one: '1 tag', other: '{count} tags' })],
  author: [t('Author'), t('Authors'), (n) => plural(n, { one: '1 author', other: '{count} authors' })],
  attachment: [t('File'), t('Files'), (n) => plural(n, { one: '1 file', other: '{count} files' })],
  image: [t('Image'), t('Images'), (n) => plural(n, { one: '1 image', other: '{count} images' })],
  redirect: [
    t('Redirect'),
    t('Redirects'),
    (n) => plural(n, { one: '1 redirect', other: '{count} redirects' }),
  ],
  site: [t('Site'), t('Sites'), (n) => plural(n, { one: '1 site', other: '{count} sites' })],
  nav_menu_item: [
    t('Menu entry'),
    t('Menu entries'),
    (n) => plural(n, { one: '1 menu entry', other: '{count} menu entries' }),
  ],
  revision: [
    t('Revision'),
    t('Revisions'),
    (n) => plural(n, { one: '1 revision', other: '{count} revisions' }),
  ],
};

const plain = (kind: string): string => kind.replaceAll(/[_-]+/g, ' ');
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const kindHeading = (kind: string): string => names[kind]?.[1] ?? capitalized(plain(kind));
export const kindName = (kind: string): string => names[kind]?.[0] ?? capitalized(plain(kind));

export const counted = (count: number, kind: string): string =>
  names[kind]?.[2](count) ?? `${formatNumber(count)} ${plain(kind)}`;

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
  return formatList(parts);
}
