import type { Generated } from 'kysely';

/** Imports, their items, and images that are fetched afterwards. */
type ImportTables = {
  /** Images of imports that were not in the source and are fetched. */
  import_images: {
    id: Generated<number>;
    import_id: number;
    /** Of the original size. */
    url: string;
    host: string;
    state: Generated<ImportImageState>;
    /** Why it was not fetched yet, or is lost. */
    reason: Generated<string>;
    attempts: Generated<number>;
    next_date: string;
    hash: Generated<string | null>;
  };
  /** Which posts show such an image: in the text, with this URL, or as their main image. */
  import_image_uses: {
    image_id: number;
    post_id: number;
    src: string;
    /** `library`: the post shows it nowhere, it only has it. */
    role: 'text' | 'main' | 'library';
    alt: Generated<string>;
  };
  imports: {
    id: Generated<number>;
    /** The name of the file or folder. */
    name: string;
    /** Where the source is, on the machine of `host`. */
    path: string;
    host: string;
    /** Of the site that is read; null for a file or folder. */
    url: Generated<string | null>;
    /** JSON: what the owner answered (`api.ts`). */
    choices: Generated<string>;
    /** JSON: after a dry run, some texts beside those of the source. */
    samples: Generated<string>;
    format: Generated<string | null>;
    /** Where the source was served; items of the same format and scope with the same key are the same. */
    scope: Generated<string>;
    state: Generated<'open' | 'done' | 'undoing' | 'undone'>;
    dry_run: number;
    /** Whether rows of an export of this program are inserted as they are; decided when it starts. */
    own_rows: Generated<number | null>;
    /** How many items were written. */
    cursor: Generated<number>;
    /** Up to which item links between the imported posts were rewritten. */
    linked_to: Generated<number>;
    /** JSON: a plain count of the source by kind. */
    expected: Generated<string | null>;
    /** JSON: sentences. */
    problems: Generated<string>;
    /** JSON: the settings of the site that it replaced. */
    site_before: Generated<string | null>;
    job_id: Generated<number | null>;
    username: string | null;
    date_added: string;
    date_finished: Generated<string | null>;
  };
  /** One row for each item of a source. */
  import_items: {
    id: Generated<number>;
    import_id: number;
    /** Its number in the source, from 1. */
    position: number;
    key: string;
    kind: string;
    source_kind: string;
    label: string;
    outcome: 'imported' | 'remark' | 'left-out' | 'kept';
    /** JSON: sentences. */
    reasons: string;
    /** What it became: a post or page, a comment, or a tag, category or profile. */
    post_id: number | null;
    comment_id: number | null;
    other_id: number | null;
    /** The version of the post as long as only the import has changed it. */
    post_version: number | null;
    /** Of a post or page as the source had it. */
    source_hash: string | null;
  };
  /** Tags (`tag`), categories, profiles, and groups of translations (`translations:NAME`) that an import created. */
  import_created: { import_id: number; kind: string; created_id: number };
};

declare module '../../platform/db/schema.ts' {
  interface Schema extends ImportTables {}
}

export type ImportImageState = 'waiting' | 'fetched' | 'lost';
