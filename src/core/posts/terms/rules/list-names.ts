import { segments, segmentTitle } from '../../../site/category-paths.ts';

/** The tags and categories of a post, with what readers see of them. */
export type PostTerms = {
  tags: readonly { tag_name: string; display_name: string }[];
  cat_path: string | null;
  cat_titles: readonly string[];
  further_categories: readonly { category_path: string; titles: readonly string[] }[];
};

/** The main category first. */
export const categoriesOf = (post: PostTerms): { path: string; titles: readonly string[] }[] => [
  ...(post.cat_path ? [{ path: post.cat_path, titles: post.cat_titles }] : []),
  ...post.further_categories.map(({ category_path, titles }) => ({ path: category_path, titles })),
];

/** Whether a post belongs to the list of this segment of category paths. */
export const isInCategory = (segment: string, post: PostTerms): boolean =>
  categoriesOf(post).some(({ path }) => segments(path).includes(segment));

/** What readers see of the name of a list, which every post in the list knows; an empty list is called as in its URL. */
export function listName(list: { kind: string; name: string }, post: PostTerms | undefined): string {
  if (list.kind === 'tag')
    return post?.tags.find(({ tag_name }) => tag_name === list.name)?.display_name ?? list.name;
  if (list.kind !== 'category') return '';
  for (const { path, titles } of post ? categoriesOf(post) : []) {
    const title = titles[segments(path).indexOf(list.name)];
    if (title !== undefined) return title;
  }
  return segmentTitle(list.name) || list.name;
}
