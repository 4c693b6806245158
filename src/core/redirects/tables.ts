import type { Generated } from 'kysely';

type RedirectTables = {
  /** Addresses of an earlier blog. At most one target is set; without any the address is gone (410). */
  redirects: {
    id: Generated<number>;
    /** Path and query, spelled as `redirectKey` does. */
    from_path: string;
    post_id: number | null;
    tag: string | null;
    category_id: number | null;
    /** The hash of an image. */
    image: string | null;
    /** A path of this site, or an absolute URL that the owner typed. */
    to_path: string | null;
    /** The import that added it. */
    import_id: number | null;
    hits: Generated<number>;
    date_added: string;
  };
  /** Paths that readers asked for and that lead nowhere: the most frequent ones. */
  unknown_paths: { path: string; hits: number; date_asked: string };
};

declare module '../../platform/db/schema.ts' {
  interface Schema extends RedirectTables {}
}
