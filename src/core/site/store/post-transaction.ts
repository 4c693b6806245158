import type { Db } from '../../../platform/db/open.ts';
import type { ListingKind } from '../../../platform/db/schema.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';

/**
 * What has to follow a change of a post. `link`: its title, URL or visibility changed, which menus and neighbors show.
 * `mail`: whether it is sent to subscribers.
 */
export type Consequence = 'page' | 'comment' | 'link' | 'votes' | 'lists' | 'search' | 'revision' | 'mail';
type List = { kind: ListingKind; name: string };

/**
 * A transaction that may change posts. Every store function that changes what readers see of a post takes one and records
 * here what has to follow, so that no caller can omit it. `changePosts` in the blog carries it out.
 */
class Changes {
  readonly db: Db;
  // Private, so that an object that merely looks like this one is no PostTransaction.
  readonly #posts = new Map<number, Set<Consequence>>();
  /** Lists that a post entered, left or moved in, and lists that begin or cease to exist. */
  readonly lists: List[] = [];
  /** Whether any page may show what was changed. */
  everyPage = false;
  /** Translation groups in which a title, URL, language or the visibility of a post changed, or who belongs to it. */
  readonly groups = new Set<number>();
  /** Hashes of images whose files may have to be hidden, shown or deleted once the transaction is committed. */
  readonly files = new Set<string>();
  /** Comments of the owner that reply to comments from other servers, and were added, changed or deleted. */
  readonly answers = new Set<number>();
  /** Comments that wait for approval since this transaction, with the verdict of the spam filter. */
  readonly waiting = new Map<number, number>();
  /** Comments that readers can see now, and whether they waited for it. They may have been visible before. */
  readonly visibleComments = new Map<number, { waited: boolean }>();

  constructor(db: Db) {
    this.db = db;
  }

  get posts(): ReadonlyMap<number, ReadonlySet<Consequence>> {
    return this.#posts;
  }

  /** A deleted post has no lists and no search entry to bring up to date. */
  deleted(postId: number): void {
    this.#posts.set(postId, new Set(['page', 'link']));
  }

  follow(postId: number, ...consequences: Consequence[]): void {
    const known = this.#posts.get(postId) ?? [];
    this.#posts.set(postId, new Set([...known, ...consequences]));
  }
}

export type PostTransaction = Changes;

/** Only for `changePosts` in `src/core/posts/change-posts.ts`; `tests/post-writes.test.ts` finds other callers. */
export const inPostTransaction = <Result>(
  db: Db,
  work: (tx: PostTransaction) => Promise<Result>,
): Promise<Result> => inTransaction(db, (tx) => work(new Changes(tx)));
