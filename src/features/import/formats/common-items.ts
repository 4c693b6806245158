import { commentLabel } from '../../../content/foreign/comment-text.ts';
import type {
  AuthorItem,
  CategoryItem,
  CommentItem,
  LeftOutItem,
  RedirectItem,
  SiteItem,
  TagItem,
  Term,
} from '../items.ts';
import { commentEmpty } from '../messages/imports.ts';

type Described = { [Name in 'tagline' | 'url' | 'language' | 'timeZone']?: string | undefined };

/** The blog itself, with what its source says of it. */
export const siteItem = (title: string, described: Described): SiteItem => ({
  kind: 'site',
  key: 'site',
  sourceKind: 'site',
  label: title || described.url || '',
  title,
  ...Object.fromEntries(
    Object.entries(described).filter((field): field is [string, string] => Boolean(field[1])),
  ),
});

export const authorItem = (name: string, key = `author:${name}`): AuthorItem => ({
  kind: 'author',
  key,
  sourceKind: 'author',
  label: name,
  name,
});

export const tagItem = (tag: Term, addresses?: readonly string[], sourceKind = 'tag'): TagItem => ({
  kind: 'tag',
  key: `tag:${tag.slug ?? tag.name}`,
  sourceKind,
  label: tag.name,
  tag,
  ...(addresses && { addresses }),
});

export const categoryItem = (
  id: string,
  path: readonly Term[],
  addresses?: readonly string[],
): CategoryItem => ({
  kind: 'category',
  key: `category:${id}`,
  sourceKind: 'category',
  label: path.at(-1)?.name ?? '',
  path,
  ...(addresses && { addresses }),
});

type NewComment = Pick<CommentItem, 'key' | 'name' | 'text' | 'date'> &
  Partial<Pick<CommentItem, 'post' | 'approved' | 'source'>> & {
    [Name in 'parent' | 'url' | 'author' | 'leftOut']?: string | undefined;
  };

/** A comment, or the reason why it is `leftOut`. */
export function commentItem({ key, parent, leftOut, ...given }: NewComment): CommentItem | LeftOutItem {
  const {
    name: own,
    text,
    post = { address: '' },
    date,
    url,
    author,
    approved = true,
    source = 'comment',
  } = given;
  const name = own || 'Anonymous';
  const label = commentLabel(name, text);
  const common = { key, sourceKind: 'comment', label, ...(parent && { parent }) };
  const reason = leftOut ?? (text === '' ? commentEmpty : undefined);
  if (reason !== undefined) return { kind: 'left-out', ...common, reason };
  const by = { name, ...(url && { url }), ...(author && { author }) };
  return { kind: 'comment', ...common, post, ...by, text, date, approved, source };
}

/** Feeds of the source lead to that of this site. */
export function* feedItems(paths: readonly string[]): Generator<RedirectItem> {
  for (const from of paths)
    yield { kind: 'redirect', key: `feed:${from}`, sourceKind: 'feed', label: from, from, to: '/feed.xml' };
}

export function* leftOutFiles(
  entries: readonly { path: string }[],
  sourceKind: 'other file' | 'other files',
  reason: string,
): Generator<LeftOutItem> {
  for (const { path } of entries)
    yield { kind: 'left-out', key: `file:${path}`, sourceKind, label: path, reason };
}

/** One item for each folder, where there may be thousands of files. */
export function* leftOutFolders(
  folders: readonly string[],
  sourceName: string,
  reason: string,
): Generator<LeftOutItem> {
  for (const [folder, { length }] of Map.groupBy(folders, (one) => one))
    yield {
      kind: 'left-out',
      key: `folder:${folder}`,
      sourceKind: 'other files',
      label: `${folder || sourceName}: ${length} ${length === 1 ? 'file' : 'files'}`,
      reason,
    };
}
