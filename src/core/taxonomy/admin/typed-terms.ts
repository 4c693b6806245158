import type { Category, CategoryInput } from '../../posts/terms/api/categories.ts';
import { displayTerm, nameKey } from '../../posts/terms/api/terms.ts';
import { categoryPathProblem } from '../../posts/terms/rules/categories.ts';
import { categorySegments, tagWebNames } from '../../posts/terms/rules/tag-names.ts';
import { tagProblem } from '../../posts/terms/rules/tags.ts';

/**
 * What people type as a category or a tag: any words. The API wants a path, or a web name, and what readers see of it. Loaded when
 * the fields are used, because transliteration needs large tables.
 */

const parentOf = (path: string): string => path.split('.').slice(0, -1).join('.');

/** The category with this name, or the input for a new one. A slash separates it from the one above it. */
export function categoryOf(
  text: string,
  categories: readonly Category[],
  language: string,
): Category | CategoryInput {
  const typed = text.trim();
  if (categoryPathProblem(typed) === null)
    return categories.find(({ category_path }) => category_path === typed) ?? { category_path: typed };
  const names = typed
    .split('/')
    .map(displayTerm)
    .filter((name) => /[\p{L}\p{N}]/u.test(name));
  let path = '';
  let found: Category | undefined;
  for (const name of names) {
    const siblings = categories.filter(({ category_path }) => parentOf(category_path) === path);
    found = siblings.find(({ title }) => nameKey(title) === nameKey(name));
    path = found?.category_path ?? newPath(path, name, siblings, language);
  }
  return found ?? { category_path: path, title: names.at(-1) ?? '' };
}

function newPath(parent: string, name: string, siblings: readonly Category[], language: string): string {
  for (const segment of categorySegments({ name }, language)) {
    const path = parent ? `${parent}.${segment}` : segment;
    if (siblings.every(({ category_path }) => category_path !== path)) return path;
  }
  return '';
}

/** The web name of a tag; empty if nothing typed could be one. */
export function tagNameOf(text: string, language: string): string {
  if (tagProblem(text) === null) return text;
  if (!/[\p{L}\p{N}]/u.test(text)) return '';
  const [name] = tagWebNames({ name: text }, { form: 'transliterate', language });
  if (name && tagProblem(name) === null) return name;
  // Scripts that are not transliterated: the numbers of their characters.
  return [...displayTerm(text)]
    .map((character) => character.codePointAt(0)?.toString(16) ?? '')
    .join('')
    .slice(0, 100);
}
