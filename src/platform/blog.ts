import type { BulkChanges } from './db/content-version.ts';
import type { Db } from './db/open.ts';
import type { Feature } from './feature.ts';
import type { Files } from './files/files.ts';
import type { CacheTag, Reads, SharedReads } from './http/cache/reads.ts';

/** Everything the functions in this folder need; they take it as their first argument. */
export type Blog = {
  db: Db;
  files: Files;
  /** Where uploads are stored until they have been processed. */
  uploadFolder: string;
  /** DATA_DIR: work files of imports and exports are in folders of it that are never served. */
  dataFolder: string;
  /** Private IP addresses and networks that servers may have which the owner configured. */
  outgoingAllow: readonly string[];
  /** Private IP addresses and networks that any server may have; empty on a site that other machines can reach. */
  outgoingStrangers: readonly string[];
  /** What features keep here, each under a name of its own; see `partOf`. */
  parts: Readonly<Record<string, unknown>>;
  /** Null: the site sends no mail, and no screen mentions any. */
  mail: MailServer | null;
  keys: Keys;
  /** Stored in the database and beside the image files: files are only deleted where both are the same. */
  siteId: string;
  siteUrl: () => string;
  /** Set where the site is published as files whose forms and calls this server answers: its URL for them. */
  liveUrl?: string | null;
  version: string;
  /** Whether other machines can open the site, according to the configuration. */
  isPublic: boolean;
  /** Who makes the changes, for the activity log; null where none is wanted, as while the demo is filled. */
  actor: Actor | null;
  now: () => Date;
  /** Set while a response that may be cached is made; see `recordingReads`. */
  reads?: Reads;
  /** Set where pages have to come out the same each time, because they are published as files. */
  isRepeatable?: boolean;
  /** Set in servers with cached responses. */
  shared?: SharedReads<Blog> | undefined;
  /** Warns the operator, through the log. */
  report: (message: string, details?: Record<string, unknown>) => void;
  /** Logs what only matters while a problem is analyzed. */
  debug?: (message: string, details?: Record<string, unknown>) => void;
  /** Set by `inBulk`. */
  bulk?: BulkChanges;
  /** Called after every change of what readers see; invalidates cached responses. */
  changed: (change: CacheChange) => void;
  features: readonly Feature<Blog>[];
  /** Called after a job was added, in the process that starts jobs. */
  jobAdded?: () => void;
  /** Set in servers. */
  failing?: readonly FailingWork[];
};

/** What is tried again and again without success, for the owner. */
export type FailingWork = (blog: Blog) => Promise<{ work: string; error: string }[]>;

/** What a feature keeps in the context, which knows neither its type nor the feature. */
export const partOf = <Part>(name: string) => ({
  of: ({ parts }: Pick<Blog, 'parts'>): Part => parts[name] as Part,
  with: (part: Part): Readonly<Record<string, Part>> => ({ [name]: part }),
});

/** URLs with passwords: they never reach a log or an answer. */
export type MailServer = {
  smtpUrl: string;
  /** The mailbox that bounces arrive in. */
  imapUrl: string | null;
};

/** Who made a change; the username is null for visitors and for the server itself. */
export type Actor = { username: string | null; address: string; browser: string };

/** The server, in its scheduled jobs. */
export const itself: Actor = { username: null, address: '', browser: '' };

/**
 * The cache tags that a change touches. A harmless one, such as a vote, unpublishes nothing: pages of before it may be sent if no
 * new one can be rendered. `everyPage`: all cached responses are invalid.
 */
export type CacheChange = { touches: readonly CacheTag[]; isHarmless?: boolean; everyPage?: boolean };

/** Secrets of this site, generated once and stored in the database, so that all processes share them. */
export type Keys = {
  /** Hashes visitors' IP addresses before they are stored. */
  addresses: Buffer;
  /** Binds CSRF tokens to sessions. */
  csrf: Buffer;
  /** Signs links in mails and hashes addresses that get none. */
  mail: Buffer;
  /** Derives an opaque user handle for each administrator's passkeys. */
  passkeys: Buffer;
};

/** The URL for what only the server answers; `siteUrl` is that of the pages, which may be files elsewhere. */
export const serverUrl = ({ liveUrl, siteUrl }: Pick<Blog, 'liveUrl' | 'siteUrl'>): string =>
  liveUrl ?? siteUrl();

export const nowIso = (blog: Blog): string => blog.now().toISOString();
