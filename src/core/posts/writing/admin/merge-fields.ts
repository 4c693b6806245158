import { fieldNames, postFields } from '../../api/post-fields.ts';
import type { Post } from '../../api/posts.ts';
import type { PostValues } from './post-saving.ts';

/** Which side of a conflict a field is taken from; null: the author has to decide. */
export type Side = 'mine' | 'theirs';

export type FieldConflict = {
  name: keyof PostValues;
  label: string;
  mine: string;
  theirs: string;
  /** What is taken unless the author decides otherwise. */
  suggested: Side | null;
};

type Names = { categories: ReadonlyMap<number, string>; theirs: Post };

const labels: Partial<Record<keyof PostValues, string>> = {
  post_title_web: 'Web Title',
  active: 'Status',
  scheduled_date: 'Publish at',
  post_date: 'Date',
  category_id: 'Category',
  further_category_ids: 'Further categories',
  tags: 'Tags',
  main_image_id: 'Main image',
  focal_x: 'Focal point, horizontal',
  focal_y: 'Focal point, vertical',
  social_image_id: 'Social image',
  comments_open: 'Comments',
  language: 'Language',
  author_id: 'Author',
  translation_of: 'Translation of',
};

/** Everything but the content, which is merged by block, and what the form knows about itself. */
const isMergedAsField = (name: string): boolean =>
  name !== 'id' &&
  name !== 'kind' &&
  name !== 'version' &&
  (postFields as Record<string, { format: string }>)[name]?.format !== 'html';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The fields in which both versions differ. */
export function fieldConflicts(
  base: Partial<PostValues>,
  mine: PostValues,
  theirs: PostValues,
  names: Names,
): FieldConflict[] {
  const all = Object.keys(mine) as (keyof PostValues)[];
  return all
    .filter((name) => isMergedAsField(name) && !isSame(mine[name], theirs[name]))
    .map((name) => ({
      name,
      label: fieldNames.some((field) => field === name)
        ? postFields[name as keyof typeof postFields].label
        : (labels[name] ?? name),
      mine: textOfField(name, mine[name], names),
      theirs: textOfField(name, theirs[name], names),
      suggested: suggestion(base[name], mine[name], theirs[name]),
    }));
}

function suggestion(base: unknown, mine: unknown, theirs: unknown): Side | null {
  if (base === undefined) return null;
  if (isSame(mine, base)) return 'theirs';
  return isSame(theirs, base) ? 'mine' : null;
}

function textOfField(name: keyof PostValues, value: unknown, { categories, theirs }: Names): string {
  if (name === 'active') return value ? 'Active' : 'Inactive';
  if (name === 'comments_open') return value ? 'Open' : 'Closed';
  if (value === null || value === '') return '(none)';
  if (name === 'further_category_ids' && Array.isArray(value))
    value = value.map((id) => categories.get(Number(id)) ?? `Category ${id}`);
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : '(none)';
  if (name === 'category_id') return categories.get(Number(value)) ?? `Category ${value}`;
  if (name === 'author_id')
    return (value === theirs.author_id && theirs.author?.display_name) || `Author ${value}`;
  if (name === 'translation_of')
    return theirs.translations.find(({ id }) => id === value)?.post_title || `${theirs.kind} ${value}`;
  if (name === 'main_image_id' || name === 'social_image_id') {
    const image = theirs.images.find(({ id }) => id === value);
    return image?.alt || `Image ${value}`;
  }
  if (name === 'scheduled_date' || name === 'post_date') return new Date(String(value)).toLocaleString();
  return String(value);
}
