import type { TextColumn } from '../../../platform/db/schema.ts';
import { maxDescriptionLength, maxTitleLength } from '../../../platform/http/api/limits.ts';
import { t } from '../../../platform/messages/translate.ts';

type Field = {
  /** Its name where versions of a post are compared. */
  label: string;
  /** HTML is sanitized, plain text loses control characters. */
  format: 'plain' | 'html';
  /** The most characters that it may have; null: as many as a request may carry. */
  max: number | null;
  /** Whether lists of posts carry it. */
  inLists: boolean;
  /** Where the search finds its words; null: nowhere. */
  search: 'title' | 'body' | null;
  /** Whether a change of it makes a revision. Revisions and drafts keep every field, so that no text is lost. */
  makesRevision: boolean;
  /** Whether a change of it sets the date of the revision, which readers see. */
  setsUpdateDate: boolean;
};

/**
 * The text fields of a post. Schemas of the API, columns of queries, drafts, revisions, the search index and the views that
 * compare versions derive from this list; each field is a column of the tables posts, revisions and drafts.
 */
export const postFields = {
  post_title: {
    label: t('Title'),
    format: 'plain',
    max: maxTitleLength,
    inLists: true,
    search: 'title',
    makesRevision: true,
    setsUpdateDate: true,
  },
  // Lists carry an excerpt of it.
  post_content: {
    label: t('Content'),
    format: 'html',
    max: null,
    inLists: false,
    search: 'body',
    makesRevision: true,
    setsUpdateDate: true,
  },
  // Replaces the description that is computed from the content.
  meta_description: {
    label: t('Description'),
    format: 'plain',
    max: maxDescriptionLength,
    inLists: false,
    search: null,
    makesRevision: true,
    setsUpdateDate: false,
  },
} as const satisfies Record<TextColumn, Field>;

export type PostField = keyof typeof postFields;
export type PostText = Record<PostField, string>;

type FieldsWith<Property extends keyof Field, Value> = {
  [Name in PostField]: (typeof postFields)[Name][Property] extends Value ? Name : never;
}[PostField];

export const fieldNames = Object.keys(postFields) as PostField[];

const namesWith = <Property extends keyof Field, Value extends Field[Property]>(
  property: Property,
  value: Value,
) =>
  fieldNames.filter((name) => (postFields[name] as Field)[property] === value) as FieldsWith<
    Property,
    Value
  >[];

export const listedFields = namesWith('inLists', true);
export const unlistedFields = namesWith('inLists', false);
export const titleFields = namesWith('search', 'title');
export const bodyFields = namesWith('search', 'body');
export const revisedFields = namesWith('makesRevision', true);
export const datedFields = namesWith('setsUpdateDate', true);

/** A value for each of these fields. */
export const forFields = <Name extends PostField, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> => Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;

export const forEachField = <Value>(make: (name: PostField) => Value): Record<PostField, Value> =>
  forFields(fieldNames, make);

/** The text fields alone. */
export const textOf = (values: PostText): PostText => forEachField((name) => values[name]);

export const emptyText: PostText = forEachField(() => '');
