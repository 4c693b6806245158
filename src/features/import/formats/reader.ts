import type { Source } from '../../../platform/files/source.ts';
import type { SourceItem } from '../items.ts';

/**
 * How many elements of each kind (`sourceKind`) the source has. Kinds that it does not name, such as tags that only the
 * posts name, are not compared.
 */
export type SourceCounts = ReadonlyMap<string, number>;

/** `timeZone`: of dates that name none, unless the source has one for them. */
export type ReadOptions = { timeZone?: string };

/** Reads the exports of one program, which `readers.ts` names. */
export type FormatReader = {
  /** Looks at names and the beginning of files only. */
  detects(source: Source): Promise<boolean>;
  /**
   * Counts in a plain way, such as searching for `<item>`, which shares no code with `read`: the report compares both.
   */
  count(source: Source): Promise<SourceCounts>;
  /**
   * The same items in the same order each time: an interrupted import reads the source again and skips those that it has
   * written. Terms and authors come before the posts that name them, posts before their comments, and uploaded files last, where
   * the source can be read that way in bounded memory. Replies may come before what they reply to (`parents-first.ts`).
   */
  read(source: Source, options?: ReadOptions): AsyncIterable<SourceItem>;
};

export type Reader = FormatReader & {
  /** Short and stable, because it is stored: `wordpress`, `ghost` … */
  format: string;
  /** For people: `WordPress`. */
  label: string;
};

/** A reader of what `find` finds in a source; it finds nothing in those of other programs. */
export const readerOf = <Found>(
  find: (source: Source) => Promise<Found | null>,
  count: (found: Found, source: Source) => SourceCounts | Promise<SourceCounts>,
  read: (found: Found, source: Source, options: ReadOptions) => AsyncIterable<SourceItem>,
): FormatReader => ({
  detects: async (source) => (await find(source)) !== null,
  async count(source) {
    const found = await find(source);
    return found === null ? new Map() : count(found, source);
  },
  async *read(source, options = {}) {
    const found = await find(source);
    if (found !== null) yield* read(found, source, options);
  },
});
