import type { Backups } from '../backup/backups.ts';
import type { Db } from '../db/open.ts';
import type { Files } from '../media/files.ts';
import type { Network } from '../social/networks.ts';

/** What the blog works with. Everything in this folder takes it as its first argument. */
export type Blog = {
  db: Db;
  files: Files;
  /** Where uploads wait until they are pictures. */
  uploadFolder: string;
  backups: Backups;
  networks: readonly Network[];
  keys: Keys;
  /** Stands in the database and beside the image files: files are only ever removed where both are the same. */
  siteId: string;
  siteUrl: () => string;
  version: string;
  /** Who is at work, for the activity log; null where nobody wants to read of it, as while a demo is filled. */
  /** Whether others than this machine can open the site, as far as the configuration tells. */
  isPublic: boolean;
  actor: Actor | null;
  now: () => Date;
  /** Tells the operator, through the log. */
  report: (message: string, details?: Record<string, unknown>) => void;
  /** Told after every change of what readers see, so that nothing out of date is shown. */
  changed: (change: Change) => void;
};

/** A person, or nobody in particular when the username is null. */
export type Actor = { username: string | null; address: string; browser: string };

/** The server, when it does something by itself. */
export const itself: Actor = { username: null, address: '', browser: '' };

/**
 * What a change touches, as `post:12`, `all:`, `tag:x`, `category:y` or `site`. Votes come in storms: pages that show
 * their count may lag behind by a second.
 */
export type Change = { touches: readonly string[]; mayLag?: boolean };

export const postKey = (id: number | ''): string => `post:${id}`;
export const listKey = ({ kind, name }: { kind: string; name: string }): string => `${kind}:${name}`;
export const siteKey = 'site';
/** What shows every post depends on any of them. */
export const anyPostKey = 'posts';

/** A post changed, and with it the lists it came into or went out of. */
export const postChanged = (
  blog: Blog,
  id: number,
  lists: readonly { kind: string; name: string }[] = [],
): void => blog.changed({ touches: [postKey(id), ...lists.map(listKey)] });

/** Secrets of this site, made once and kept in the database so that every process has the same. */
export type Keys = {
  /** Makes visitors' addresses unreadable where they are stored. */
  addresses: Buffer;
  /** Binds CSRF tokens to sessions. */
  csrf: Buffer;
  /** Gives each administrator a name that passkeys can carry and that tells nothing. */
  passkeys: Buffer;
};

export const nowIso = (blog: Blog): string => blog.now().toISOString();
