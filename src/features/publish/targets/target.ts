export type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** `redirect`: the file is a page that leads there, for stores that can do so themselves. */
export type FileKind = { type: string; cacheControl?: string | undefined; redirect?: string | undefined };

/** Where published files go. */
export type Target = {
  /** Readers see the earlier file until the new one is complete. */
  write(file: string, chunks: Chunks, kind: FileKind): Promise<void>;
  /** A missing file is ignored. */
  remove?(file: string): Promise<void>;
  /** Null for a missing file. */
  read?(file: string): Promise<Buffer | null>;
};

/** A target that can be read again. */
export type Store = Required<Target> & { list(): AsyncIterable<string> };

/** The type without its parameters. */
export const isText = (type: string): boolean =>
  /^text\/|\b(?:xml|json|javascript)(?:;|$)|\+(?:xml|json)(?:;|$)/.test(type);
