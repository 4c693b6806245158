import { locale, t } from '../../../platform/messages/translate.ts';
import { forEachField, postFields } from '../../posts/api/post-fields.ts';
import type { PostSettings } from '../../posts/api/post-settings.ts';
import type { Post } from '../../posts/api/posts.ts';
import { none, postSettings, settingNames } from '../../posts/api/settings-of-post.ts';
import type { PostValues } from './post-values.ts';

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

/** What the form knows about itself. */
type Unmerged = 'id' | 'kind' | 'version';

const labels: Readonly<Record<Exclude<keyof PostValues, Unmerged>, string>> = {
  ...forEachField((name) => postFields[name].label),
  post_title_web: t('Web Title'),
  active: t('Status'),
  scheduled_date: t('Publish at'),
  ...(Object.fromEntries(settingNames.map((name) => [name, postSettings[name].label])) as Record<
    keyof PostSettings,
    string
  >),
};

/** Everything but the content, which is merged by block, and what the form knows about itself. */
const isMergedAsField = (name: string): name is keyof typeof labels =>
  name in labels && (postFields as Record<string, { format: string }>)[name]?.format !== 'html';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The fields in which both versions differ. */
export function fieldConflicts(
  base: Partial<PostValues>,
  mine: PostValues,
  theirs: PostValues,
  names: Names,
): FieldConflict[] {
  return Object.keys(mine)
    .filter(isMergedAsField)
    .filter((name) => !isSame(mine[name], theirs[name]))
    .map((name) => ({
      name,
      label: labels[name],
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
  if (name === 'active') return value ? t('Active') : t('Inactive');
  const inWords = name in postSettings ? postSettings[name as keyof PostSettings].inWords : undefined;
  if (inWords) return inWords(value as never, { categories, post: theirs });
  if (value === null || value === '') return none;
  if (Array.isArray(value)) return value.join(', ') || none;
  return name === 'scheduled_date' ? new Date(String(value)).toLocaleString(locale()) : String(value);
}
