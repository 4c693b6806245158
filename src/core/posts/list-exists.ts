import type { Blog } from '../../platform/blog.ts';
import { listTag, read } from '../../platform/http/cache/reads.ts';
import { type Viewer, visitor } from '../../platform/http/viewer.ts';
import { segments, segmentTitles } from '../site/category-paths.ts';
import { allCategories } from './categories.ts';
import { type ListQuery, listingsOf } from './posts.ts';
import { countListed, type Listing } from './store/posts.ts';
import { isSegment } from './terms/rules/categories.ts';
import { listName } from './terms/rules/list-names.ts';
import {
  descriptionOfSegment,
  segmentExists,
  allCategories as storedCategories,
} from './terms/store/categories.ts';
import { tagExists } from './terms/store/tags.ts';

/** Whether the tag and the category that a query filters by exist for this viewer, with or without public posts. */
export async function listExists(
  blog: Blog,
  viewer: Viewer,
  query: Pick<ListQuery, 'category' | 'tag'>,
): Promise<boolean> {
  for (const listing of listingsOf(query).filter((listing) => listing !== undefined))
    if (!(await (viewer.admin ? exists(blog, listing) : isPublicList(blog, listing)))) return false;
  return true;
}

/** What a list without posts is called. A tag that only drafts have shows no more than its URL does. */
export async function titleOfList(blog: Blog, list: Listing): Promise<string> {
  if (list.kind !== 'category') return listName(list, undefined);
  const titled = (await storedCategories(blog.db)).find(({ category_path }) =>
    segments(category_path).includes(list.name),
  );
  const further = titled && {
    category_path: titled.category_path,
    titles: segmentTitles(titled.category_path, titled.titles),
  };
  return listName(list, {
    tags: [],
    cat_path: null,
    cat_titles: [],
    further_categories: further ? [further] : [],
  });
}

/** What the owner wrote about the category of a list. */
export const descriptionOfList = async (blog: Blog, { kind, name }: Listing): Promise<string> =>
  kind === 'category' && isSegment(name)
    ? read(
        blog,
        (db) => descriptionOfSegment(db, name),
        () => [listTag({ kind, name })],
      )
    : '';

async function exists(blog: Blog, { kind, name }: Listing): Promise<boolean> {
  if (kind === 'tag') return tagExists(blog.db, name);
  return kind !== 'category' || (isSegment(name) && (await segmentExists(blog.db, name)));
}

/** A name that only drafts use does not exist for visitors: the status would confirm a guessed name. */
export async function isPublicList(blog: Blog, listing: Listing): Promise<boolean> {
  if (listing.kind === 'all') return true;
  if (listing.kind !== 'category') return (await countListed(blog.db, [listing])) > 0;
  // While a category is renamed in the background, lists of its other path have posts.
  if (!(await exists(blog, listing))) return false;
  if ((await countListed(blog.db, [listing])) > 0) return true;
  const shown = await allCategories(blog, visitor);
  return shown.some(({ category_path }) => segments(category_path).includes(listing.name));
}
