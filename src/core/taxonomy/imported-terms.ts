import { lockName } from '../../platform/db/transaction.ts';
import type { SlugStyle } from '../posts/rules/slug.ts';
import { displayTerm, nameKey } from '../posts/terms/api/terms.ts';
import { deepestCategory } from '../posts/terms/rules/categories.ts';
import { categorySegments, type NamedTerm, tagWebNames } from '../posts/terms/rules/tag-names.ts';
import { allCategories, insertCategory, type StoredCategory } from '../posts/terms/store/categories.ts';
import { insertTag, lockTags, type StoredTag, tagByName, tagCalled } from '../posts/terms/store/tags.ts';
import { segments, segmentTitles, storedTitles } from '../site/category-paths.ts';
import type { PostTransaction } from '../site/store/post-transaction.ts';

/** What an import needs of a tag or category; `isNew` tells what its undo has to delete. */
type Imported<Term> = Term & { isNew: boolean };

/**
 * The tag that is called so, whatever the case, or a new one with a free web name. Null when the name is empty. `style` is the
 * setting of the site, with the language of the post. Attach it to posts with `attachTag` (`store/tags.ts`). A caller may
 * cache the result as long as its transaction is not rolled back.
 */
export async function importTag(
  tx: PostTransaction,
  term: NamedTerm,
  style: SlugStyle,
): Promise<Imported<StoredTag> | null> {
  const name = displayTerm(term.name);
  if (name === '') return null;
  await lockTags(tx.db);
  const known = await tagCalled(tx.db, name);
  if (known) return { ...known, isNew: false };
  for (const webName of tagWebNames(term, style))
    if (!(await tagByName(tx.db, webName)))
      return { ...(await insertTag(tx.db, webName, name)), isNew: true };
  return null;
}

/**
 * The category at this path of names, or new ones at each level that is missing. Null when no name is left. It reads all
 * categories, so a caller should cache the result as long as its transaction is not rolled back.
 */
export async function importCategory(
  tx: PostTransaction,
  terms: readonly NamedTerm[],
  language: string,
): Promise<Imported<StoredCategory> | null> {
  const named = terms.filter(({ name }) => displayTerm(name) !== '').slice(0, deepestCategory);
  if (named.length === 0) return null;
  await lockName(tx.db, 'categories');
  const all = await allCategories(tx.db);
  let path = '';
  const titles: string[] = [];
  for (const term of named) {
    const segment = segmentFor(
      [...all, { category_path: path, titles: storedTitles(path, titles) }],
      path,
      term,
      language,
    );
    path = path === '' ? segment : `${path}.${segment}`;
    titles.push(displayTerm(term.name));
  }
  const known = all.find(({ category_path }) => category_path === path);
  if (known) return { ...known, isNew: false };
  return { ...(await insertCategory(tx, path, storedTitles(path, titles))), isNew: true };
}

/** The segment of the category with this name below `parent`, or else one that means nothing else anywhere. */
function segmentFor(
  all: readonly Pick<StoredCategory, 'category_path' | 'titles'>[],
  parent: string,
  term: NamedTerm,
  language: string,
): string {
  const depth = segments(parent).length;
  const below = parent === '' ? '' : `${parent}.`;
  /** Lists are those of a segment, wherever it is in a path, so one segment must not have two titles. */
  const others = new Set<string>();
  for (const { category_path: path, titles } of all) {
    const parts = segments(path);
    const shown = segmentTitles(path, titles);
    for (const [index, segment] of parts.entries()) {
      const isSame = nameKey(shown[index] ?? '') === nameKey(term.name);
      if (isSame && index === depth && path.startsWith(below)) return segment;
      if (!isSame) others.add(segment);
    }
  }
  for (const segment of categorySegments(term, language)) if (!others.has(segment)) return segment;
  throw new Error('There is always another segment.');
}
