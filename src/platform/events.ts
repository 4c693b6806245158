import type { Db } from './db/open.ts';
import type { Message } from './messages/translate.ts';

/** What a transaction changed of posts and comments; the core records more of it. */
type PostChanges = {
  db: Db;
  waiting: ReadonlyMap<number, number>;
  visibleComments: ReadonlyMap<number, { waited: boolean }>;
};

/** A post that is about to become public for the first time. */
export type Publication = {
  kind: string;
  language?: string | undefined;
  translation_group?: number | null;
  translation_of?: number | null | undefined;
  send_mail?: number | boolean | null | undefined;
};

/** The author of a comment is known by the keyed hash of the IP address. */
export type AddedComment = { id: number; visitor: string; isSuspicious: boolean };

/**
 * What features do when something happens in the core, each optional; called one after another in the order of the list. All but
 * `commentSent` run in the transaction of the change, so that both are stored or neither. They are methods, because a feature
 * may ask for the core's own, more exact type of an argument. `Blog` is a parameter, because that type lists these.
 */
export type Events<Blog> = {
  /** Before the session is stored. */
  signedIn?(blog: Blog, tx: Db, user: { id: number; username: string }, browser: string): Promise<void>;
  /** Passwords, passkeys or the second factor of an account have changed. */
  securityChanged?(blog: Blog, tx: Db, what: Message): Promise<void>;
  /** An invited reader has commented on a post. Returns whether there are jobs to start after the commit. */
  remarkAdded?(blog: Blog, tx: Db, post: { id: number; post_title: string }): Promise<boolean>;
  /** Returns whether there are jobs to start after the commit. */
  postsChanged?(blog: Blog, changes: PostChanges): Promise<boolean>;
  /** The settings that a publication decides because the author did not. */
  published?(blog: Blog, tx: Db, post: Publication): Promise<{ send_mail?: number }>;
  /**
   * Before the transaction that stores a visitor's comment: checks what the feature's fields of the form say. Returns what follows
   * in that transaction, after which jobs are started; null: nothing.
   */
  commentSent?(
    blog: Blog,
    input: { notify_address?: string | null | undefined },
  ): Promise<((tx: Db, comment: AddedComment) => Promise<void>) | null>;
  /** The owner blocks a person from now on. Returns whether there are jobs to start after the commit. */
  personBlocked?(blog: Blog, tx: Db, person: string): Promise<boolean>;
  /** The site settings that were sent. Returns what follows after the commit. */
  settingsChanged?(
    blog: Blog,
    tx: Db,
    change: Readonly<Record<string, unknown>>,
  ): Promise<(() => void) | undefined>;
};
