import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { Connection } from './connections/connection.ts';
import type { Db, OpenDatabase } from './db/open.ts';
import type { Events } from './events.ts';
import type { Finding } from './findings.ts';

export type Row = Readonly<Record<string, string | number | null>>;

/** What the files of a feature in an export are made of. */
export type ExportedRows = {
  /** The rows of a table as they are stored, without what is derived. */
  rows(table: string): AsyncIterable<Row>;
  /** With which links in mails are signed and addresses are hashed that get none, newest first. */
  recipientKeys: readonly string[];
  /** `segments` are from the root down, as in URLs. */
  categories: readonly { id: number; segments: readonly string[] }[];
};

/** When the last backup was made, and why a later attempt failed. */
export type BackupRecord = {
  /** None are made. */
  isOff?: boolean;
  made?: string | undefined;
  failed?: { date: string; message: string } | undefined;
};

export type RecoveryConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>;

/** How a site gets its data back, for what the server does and says when it cannot open the database. */
export type Recovery = {
  /** What to do with a database that is missing or corrupt. */
  advice(dataDir: string): Promise<string>;
  /** What in the data folder shows that there was a site; null: nothing. */
  evidence(dataDir: string): Promise<string | null>;
  /** Why the data folder cannot be used as it is; null: it can. */
  unfinished(dataDir: string): string | null;
  /** A migration cannot be undone, so it does not start if this fails. */
  beforeMigration(config: Config, database: OpenDatabase, log: (message: string) => void): Promise<void>;
  /** How this version gets a database that it can use instead of that of a newer one. */
  wayBack(config: RecoveryConfig, db: Db): Promise<string>;
};

/** Stored settings of the site that `doctor` checks; null where none can be read. */
export type StoredSettings = (names: readonly string[]) => Promise<Map<string, string> | null>;

/**
 * What the server asks a feature for, each optional. Every field of a response and every table is declared here alone.
 * `Blog` is a parameter, because that type lists the features.
 */
export type Feature<Blog> = {
  name: string;
  /** What it keeps in the context, made by `partOf`. */
  part?(config: Config, database: OpenDatabase): Readonly<Record<string, unknown>>;
  /** Credentials that the owner enters in the admin area. */
  connections?: readonly Connection<Blog>[];
  on?: Events<Blog>;
  /** Called once when a site starts, before it listens. */
  start?(blog: Blog): Promise<void>;
  /** A field of the public settings, made of the feature's own stored setting; undefined: the field is left out. */
  settings?: {
    field: string;
    setting: string;
    schema: z.ZodType;
    present(blog: Blog, stored: string | undefined): unknown;
  };
  /** A field of the overview. */
  overview?: { field: string; schema: z.ZodType; read(blog: Blog): Promise<unknown> };
  /** Features that tell the owner of trouble ask for it. */
  lastBackup?(blog: Blog, db: Db): Promise<BackupRecord>;
  recovery?: Recovery;
  /** What `doctor` checks. */
  findings?(config: Config, settings: StoredSettings): Promise<Finding[]>;
  exports?: {
    /** Left out of an export while it is empty, with all files. */
    table: string;
    files(content: ExportedRows): readonly { name: string; text: AsyncIterable<string> }[];
    /** Deletes a row of the table that an import inserted, for its undo. */
    deleteRow(tx: Db, id: number): Promise<unknown>;
  };
};
