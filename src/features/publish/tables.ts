import type { Generated } from 'kysely';

type PublishTables = {
  /**
   * What the published copy of the site has; `due` is null for what is up to date, 0 for what waits, 1 for what waits longer, 2 for
   * what failed in the current round. `rank` is the id of the newest post that it shows.
   */
  published: {
    id: Generated<number>;
    path: string;
    file: string | null;
    hash: string | null;
    tags: Generated<string>;
    status: number | null;
    location: string | null;
    rank: Generated<number>;
    due: number | null;
  };
  /** Cache tags of changes that the published copy does not have yet. */
  publish_changes: { id: Generated<number>; tag: string };
};

declare module '../../platform/db/schema.ts' {
  interface Schema extends PublishTables {}
}
