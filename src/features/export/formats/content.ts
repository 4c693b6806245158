/** What the writers of this folder get: the content of a site, already free of databases and file stores. */

type Scalar = string | number | null;
/** A row of a content table, without derived columns. */
export type OwnRow = Readonly<Record<string, Scalar>>;

export type ExportedSite = {
  name: string;
  tagline: string;
  description: string;
  /** Without a slash at the end. */
  url: string;
  /** BCP 47. */
  language: string;
  timeZone: string;
  /** When the snapshot was taken. */
  date: string;
  /** Of this program. */
  version: string;
};

export type ExportedAuthor = {
  id: number;
  name: string;
  /** HTML. */
  bio: string;
  /** The file of the photo. */
  photo: string | null;
};

export type ExportedTag = { id: number; webName: string; name: string };
/** `segments` are from the root down, as in URLs. */
export type ExportedCategory = { id: number; segments: readonly string[]; names: readonly string[] };

export type ExportedImage = {
  id: number;
  /** The file name of the largest size. */
  file: string;
  alt: string;
  isMain: boolean;
  isSocial: boolean;
  date: string;
};

export type ExportedPost = {
  id: number;
  kind: 'post' | 'page';
  title: string;
  /** A page has its path, with a leading slash. */
  webTitle: string;
  /** As stored; image URLs begin with `/images/`. */
  html: string;
  /** What the author wrote, or else what is computed from the content. */
  description: string;
  writtenDescription: string;
  date: string;
  updated: string | null;
  status: 'public' | 'scheduled' | 'draft';
  scheduled: string | null;
  /** BCP 47; empty: that of the site. */
  language: string;
  commentsOpen: boolean;
  author: ExportedAuthor | null;
  tags: readonly ExportedTag[];
  /** The first is the main one. */
  categories: readonly ExportedCategory[];
  images: readonly ExportedImage[];
  /** Paths that lead to the post as well. */
  formerPaths: readonly string[];
  /** Everything else of the model, for an exact restore. */
  own: { post: OwnRow; parts: Readonly<Record<string, readonly OwnRow[]>> };
};

export type ExportedComment = {
  id: number;
  postId: number;
  parentId: number | null;
  /** The id of the author, if one of the authors wrote it. */
  authorId: number | null;
  name: string;
  url: string;
  text: string;
  date: string;
  approved: boolean;
  source: string;
  own: OwnRow;
};

/** An old path, with its query, and where it leads; null: it is gone. */
export type ExportedRedirect = { from: string; to: string | null; own: OwnRow };
