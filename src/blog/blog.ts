import type { Db } from '../db/open.ts';
import type { Files } from '../media/files.ts';
import type { Network } from '../social/networks.ts';

/** What the blog works with. Everything in this folder takes it as its first argument. */
export type Blog = {
  db: Db;
  files: Files;
  /** Where uploads wait until they are pictures. */
  uploadFolder: string;
  networks: readonly Network[];
  keys: Keys;
  siteUrl: () => string;
  version: string;
  now: () => Date;
};

/** Secrets of this site, made once and kept in the database so that every process has the same. */
export type Keys = {
  /** Makes visitors' addresses unreadable where they are stored. */
  addresses: Buffer;
  /** Binds CSRF tokens to sessions. */
  csrf: Buffer;
};

export const nowIso = (blog: Blog): string => blog.now().toISOString();
