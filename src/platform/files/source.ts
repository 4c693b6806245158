import type { Readable } from 'node:stream';

/** One file of a source. */
export type SourceEntry = {
  /** With forward slashes, without a leading one; never absolute and never with `..`. */
  path: string;
  /** As announced; reading ends with an error when there is more. */
  bytes: number;
  /** When the file was last changed, where the folder or archive says so. */
  modified?: Date;
  open(): Promise<Readable>;
};

/** A file that cannot be read, such as a link; the report lists it as left out. */
export type SkippedEntry = { path: string; reason: string };

/** An export of another blog: a file, a folder, or a zip archive. A plain file is a source with one entry. */
export type Source = {
  /** The name of the file or folder, for messages. */
  name: string;
  /** In the order of their paths. */
  entries: readonly SourceEntry[];
  entry(path: string): SourceEntry | undefined;
  /** At most a thousand of them. */
  skipped?: readonly SkippedEntry[];
  close(): Promise<void>;
};
