import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { Connection } from './connections/connection.ts';
import type { Db } from './db/open.ts';
import type { Events } from './events.ts';

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

/**
 * What the server asks a feature for, each optional. Every field of a response and every table is declared here alone.
 * `Blog` is a parameter, because that type lists the features.
 */
export type Feature<Blog> = {
  name: string;
  /** What it keeps in the context, made by `partOf`. */
  part?(config: Config): Readonly<Record<string, unknown>>;
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
  exports?: {
    /** Left out of an export while it is empty, with all files. */
    table: string;
    files(content: ExportedRows): readonly { name: string; text: AsyncIterable<string> }[];
    /** Deletes a row of the table that an import inserted, for its undo. */
    deleteRow(tx: Db, id: number): Promise<unknown>;
  };
};
