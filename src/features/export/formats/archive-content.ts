import type {
  ExportedAuthor,
  ExportedCategory,
  ExportedComment,
  ExportedPost,
  ExportedRedirect,
  ExportedSite,
  ExportedTag,
  OwnRow,
} from './content.ts';

/** The content of a snapshot. What grows with the blog is read in batches, anew with each call. */
export type ArchiveContent = {
  site: ExportedSite;
  authors: readonly ExportedAuthor[];
  /** Also those that have only categories below them. */
  categories: readonly ExportedCategory[];
  tags: readonly ExportedTag[];
  /** Higher than the id of any post. */
  firstFreeId: number;
  /** By id. */
  posts(): AsyncIterable<ExportedPost>;
  /** The web titles of posts and pages, without reading their texts. */
  webTitles(): AsyncIterable<{ id: number; kind: 'post' | 'page'; webTitle: string }>;
  /** By id; with a post, those of that post. */
  comments(postId?: number): AsyncIterable<ExportedComment>;
  /** The rows of a table as they are stored, without what is derived. */
  rows(table: string): AsyncIterable<OwnRow>;
  recipientKeys: readonly string[];
  redirects(): AsyncIterable<ExportedRedirect>;
  /** By name: `site`, `menu`, `announcement`, `custom_css`; secrets are never among them. */
  settings: Readonly<Record<string, string>>;
  counts: Readonly<Record<'posts' | 'pages' | 'comments' | 'files' | 'subscribers', number>>;
  /** The names of all stored files that the content uses, each once. */
  files(): AsyncIterable<string>;
  readFile(name: string): Promise<AsyncIterable<Uint8Array> | null>;
};
