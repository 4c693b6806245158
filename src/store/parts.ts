export type StoredTag = { id: number; tag_name: string };

export type Variant = { name: string; width: number; height: number; bytes: number };

export type StoredImage = {
  id: number;
  post_id: number;
  hash: string;
  variants: Variant[];
  width: number;
  height: number;
  color: string;
  alt: string;
  main_image: number;
  bytes: number;
  date_added: string;
};

export type StoredComment = {
  id: number;
  post_id: number;
  user_name: string;
  comment_text: string;
  date_added: string;
  approved: boolean;
};

/** Inside JSON, PostgreSQL writes dates with an offset. */
const iso = (date: string): string => (date.endsWith('Z') ? date : new Date(date).toISOString());

export const parseTags = (json: string): StoredTag[] => JSON.parse(json);

export const parseImages = (json: string): StoredImage[] =>
  (JSON.parse(json) as (Omit<StoredImage, 'variants'> & { variants: string })[]).map(unpackImage);

export const unpackImage = (row: Omit<StoredImage, 'variants'> & { variants: string }): StoredImage => ({
  ...row,
  variants: JSON.parse(row.variants),
  date_added: iso(row.date_added),
});

export const parseComments = (json: string): StoredComment[] =>
  (JSON.parse(json) as (Omit<StoredComment, 'approved'> & { approved: number })[]).map(unpackComment);

export const unpackComment = (
  row: Omit<StoredComment, 'approved'> & { approved: number },
): StoredComment => ({
  ...row,
  approved: row.approved === 1,
  date_added: iso(row.date_added),
});
