import { sanitize } from '../../content/document/sanitize.ts';
import { plainText } from '../../content/document/text.ts';
import type { Blog } from '../../platform/blog.ts';
import { searchable } from '../../platform/http/api/text.ts';
import {
  bodyFields,
  forEachField,
  type PostField,
  type PostText,
  postFields,
  titleFields,
} from './api/post-fields.ts';

const isHtml = (name: PostField): boolean => postFields[name].format === 'html';

/** The text of a post as it is stored; a field that is not given is empty. */
export const normalizedText = (blog: Blog, given: Partial<PostText>): PostText =>
  forEachField((name) => normalizedField(blog, name, given[name] ?? ''));

export function normalizedField({ files }: Blog, name: PostField, value: string): string {
  if (isHtml(name)) return sanitize(value, (url) => files.nameOf(url) !== null);
  // A title of blanks would be a link that cannot be seen; an empty one is shown as "Untitled".
  return value.trim() === '' ? '' : value;
}

/** The words of these fields. */
export const searchableText = <Name extends PostField>(
  names: readonly Name[],
  text: Record<Name, string>,
): string => names.map((name) => (isHtml(name) ? plainText(text[name]) : text[name])).join('\n');

/** What the search of the admin area looks in. */
export const adminSearchText = (text: PostText, webTitle: string): string =>
  searchable([searchableText(titleFields, text), webTitle, searchableText(bodyFields, text)].join('\n'));
