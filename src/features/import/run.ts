import type { NewRedirect } from '../../core/redirects/redirects.ts';
import type { Site } from '../../core/site/api/site.ts';
import type { PostTransaction } from '../../core/site/store/post-transaction.ts';
import type { Blog } from '../../platform/blog.ts';
import type { Source } from '../../platform/files/source.ts';
import type { ImportChoices } from './api.ts';

/** An import that is being read and written. */
export type ImportRun = {
  blog: Blog;
  id: number;
  format: string;
  /** Where the source was served; '' where it does not say so. */
  scope: string;
  isDryRun: boolean;
  /** Whether rows of an export of this program are inserted as they are. */
  takesOwnRows: boolean;
  source: Source;
  site: Site;
  /** When this attempt began. */
  now: string;
  /** When the import was added: the date of its images, by which an undo tells them from those of the owner. */
  dateAdded: string;
  terms: Terms;
  choices: ImportChoices;
  /** Whether an earlier import of the same source may have its items. */
  hasEarlier: boolean;
  /** The keys that were read so far. */
  keys: Keys;
  /** The administrator who imports, if it is known. */
  userId: number | null;
};

/** What an item became. */
export type Created = { post?: number; version?: number; comment?: number; other?: number };

/** An item with its outcome. */
export type Written =
  | {
      created: Created;
      remarks: string[];
      /** Says what it is here, which is no remark. */
      became?: string[];
      /** Whether it replaced a text that an earlier import brought. */
      isUpdate?: boolean;
    }
  | { leftOut: string };

/** A batch that is being written: what its items became, before the database has their rows. */
export type Batch = {
  tx: PostTransaction;
  run: ImportRun;
  created: Map<string, Created & { label: string }>;
  redirects: (NewRedirect & { position: number })[];
};

/**
 * Ids of tags, categories and profiles by name, as far as they are known. What a transaction creates counts only after its
 * commit, because it may be repeated.
 */
export class Terms {
  #known = new Map<string, number>();
  #staged = new Map<string, number>();

  begin(): void {
    this.#staged = new Map();
  }

  commit(): void {
    // Names are forgotten rather than collected without end; the database still has them.
    if (this.#known.size > maxKnown) this.#known = new Map();
    for (const [name, id] of this.#staged) this.#known.set(name, id);
    this.begin();
  }

  get(kind: string, name: string): number | undefined {
    const key = `${kind} ${name}`;
    return this.#staged.get(key) ?? this.#known.get(key);
  }

  set(kind: string, name: string, id: number): void {
    this.#staged.set(`${kind} ${name}`, id);
  }
}

const maxKnown = 20_000;

/** Tells whether a key was read before, so that the database need not be asked for each item. */
export class Keys {
  readonly #seen = new Set<string>();

  /** True the first time; a source with very many items is not remembered as a whole. */
  isNew(key: string): boolean {
    if (this.#seen.size >= maxKeys) return false;
    const { size } = this.#seen;
    return this.#seen.add(key).size > size;
  }
}

const maxKeys = 500_000;
