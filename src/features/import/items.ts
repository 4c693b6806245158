/**
 * What a reader finds in an export of another blog. Readers (`formats/`) produce items, `src/features/import/` writes them; neither
 * knows the other. Every element of the source becomes exactly one item, also those that the blog has no place for, so
 * that the report accounts for all of them.
 */
export type SourceItem =
  | SiteItem
  | AuthorItem
  | CategoryItem
  | TagItem
  | PostItem
  | CommentItem
  | AttachmentItem
  | RedirectItem
  | OwnItem
  | LeftOutItem;

type Common = {
  /**
   * Identifies the item among those of the source, and is the same each time the source is read, also in a later export of
   * the same blog: an id or a permalink rather than a position. Importing the same file again is recognized by it.
   */
  key: string;
  /** What the source calls its kind, for the counts of the report: `post`, `page`, `attachment`, `nav_menu_item` … */
  sourceKind: string;
  /** Names it in the report: a title, or the beginning of a comment. */
  label: string;
  /** What could not be taken over as it was, one sentence each; the item then counts as imported with a remark. */
  remarks?: readonly string[];
  /**
   * The paths, with their queries, at which the source served it (`/2010/04/03/tea/`, `/?p=73`). They become redirects to the
   * imported item. Absolute URLs of the source are allowed; only path and query count.
   */
  addresses?: readonly string[];
  /**
   * In an export of this program: the rows that the item is made of. A site without content gets them as they are, ids
   * included (`src/features/import/own-rows.ts`), instead of what the other fields say; any other site ignores them.
   */
  own?: OwnRows;
};

/** Rows of content tables, in the order in which they can be inserted, and the stored files that they name. */
export type OwnRows = {
  rows: readonly { table: string; row: Readonly<Record<string, string | number | null>> }[];
  /** Names in the file store, each with its path in the source. */
  files?: ReadonlyMap<string, string>;
};

/** The blog itself. A site that has a name of its own already keeps it. */
export type SiteItem = Common & {
  kind: 'site';
  title: string;
  tagline?: string;
  /** Where the source was served, such as `https://blog.example.org/`. */
  url?: string;
  language?: string;
  /** IANA name. */
  timeZone?: string;
};

export type AuthorItem = Common & {
  kind: 'author';
  name: string;
  /** HTML. */
  bio?: string;
  links?: readonly { label: string; url: string }[];
  image?: ImageReference;
};

/** A name as people read it, and as it was in URLs. */
export type Term = { name: string; slug?: string };

export type CategoryItem = Common & {
  kind: 'category';
  /** From the root down to the category itself. */
  path: readonly Term[];
};

export type TagItem = Common & { kind: 'tag'; tag: Term };

/** A public one of the future is scheduled. Private, protected and trashed ones stay inactive. */
export type PostStatus = 'public' | 'draft' | 'private';

export type PostItem = Common & {
  kind: 'post' | 'page';
  title: string;
  /** The web title in the source; for a page its whole path with a leading slash (`/legal/privacy`). */
  slug?: string;
  /**
   * HTML. URLs of images and links are absolute where the source's own URL is known. Shortcodes and the like are converted
   * already; what is unknown stays as text and is named in `remarks`.
   */
  html: string;
  /** The text as the source has it, HTML or Markdown, to show it beside what it became. */
  original?: string;
  /** A summary that the author wrote; plain text. */
  summary?: string;
  /** ISO 8601 in UTC; null where the source has none. */
  date: string | null;
  updated?: string | null;
  status: PostStatus;
  /** The key of an author item. */
  author?: string;
  tags?: readonly Term[];
  /** Each from the root down; the first is the main category. */
  categories?: readonly (readonly Term[])[];
  /** BCP 47. */
  language?: string;
  /** Items with the same value are translations of each other. */
  translations?: string;
  commentsOpen?: boolean;
  /** The main image. */
  mainImage?: ImageReference;
  /**
   * Images of the text that are in the source, by the URL that `html` has for them, where the reader knows them better than by
   * the end of that URL (`source-images.ts`). All others are fetched.
   */
  files?: ReadonlyMap<string, string>;
  embeds?: readonly KnownEmbed[];
  /** The folder of the source that its text is in: of images of one name, that in this folder is meant. */
  folder?: string;
};

/** What the source knows of a page that a post embeds. `image` is the URL of its preview image. */
export type KnownEmbed = Record<'url' | 'title' | 'text' | 'author' | 'provider' | 'image', string>;

/** `file` is a path in the source. Without it the image is fetched from `url`. */
export type ImageReference = { url: string; file?: string; alt?: string; caption?: string };

/** Where a comment came from; pingbacks and trackbacks are mentions by other sites. */
export type CommentSource = 'comment' | 'pingback' | 'trackback';

export type CommentItem = Common & {
  kind: 'comment';
  /** The key of the post, or where it is served when the source has no posts (Disqus, Isso). */
  post: { key: string } | { address: string };
  /** The key of the comment that it replies to. */
  parent?: string;
  name: string;
  url?: string;
  /** Plain text; paragraphs are separated by empty lines. */
  text: string;
  date: string | null;
  approved: boolean;
  /** The key of an author item, when an author of the blog wrote it. */
  author?: string;
  source: CommentSource;
};

/** An uploaded file, whose addresses lead to the image. One that no post shows goes to the library of images. */
export type AttachmentItem = Common & {
  kind: 'attachment';
  image: ImageReference;
  /** The key of the post that it was uploaded to. */
  post?: string;
};

/** An address that leads elsewhere, or (null) to nothing any more. */
export type RedirectItem = Common & { kind: 'redirect'; from: string; to: string | null };

/**
 * What only this program has: votes, recordings, images of the site, embedded pages, settings. A site that has content of
 * its own leaves it out.
 */
type OwnItem = Common & { kind: 'own'; own: OwnRows };

/** What the blog has no place for: menus, revisions, spam … */
export type LeftOutItem = Common & {
  kind: 'left-out';
  reason: string;
  /** Of a comment: the key of the one that it replies to, which its replies then reply to. */
  parent?: string;
};
