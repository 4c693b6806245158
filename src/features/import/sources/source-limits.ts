/** What a source may need at most. A larger one is refused, however it was packed. */
export type SourceLimits = {
  entries: number;
  /** Of one file, and of all files together, unpacked. */
  entryBytes: number;
  totalBytes: number;
  /** How many times larger than the archive its content may be, for what exceeds `unsuspiciousBytes`. Text has 3 to 20. */
  ratio: number;
  unsuspiciousBytes: number;
  /** Of names and comments of all entries of a zip together. */
  directoryBytes: number;
  pathLength: number;
  depth: number;
};

const mega = 1024 * 1024;

export const sourceLimits: SourceLimits = {
  entries: 200_000,
  entryBytes: 8 * 1024 * mega,
  totalBytes: 32 * 1024 * mega,
  ratio: 200,
  unsuspiciousBytes: 64 * mega,
  directoryBytes: 128 * mega,
  pathLength: 1000,
  depth: 64,
};

/** Whether content is larger than any text that compresses to `packed` bytes. */
export const isBomb = (unpacked: number, packed: number, limits: SourceLimits): boolean =>
  unpacked > limits.unsuspiciousBytes && unpacked > packed * limits.ratio;

/** Of a site that is read at its URL: one page, all of it, and how many pages or posts. */
export const maxPageBytes = 16 * mega;
export const maxSiteBytes = 1024 * mega;
export const maxSitePages = 20_000;
