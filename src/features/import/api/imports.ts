import { z } from 'zod';
import { maxOffset, maxPageSize } from '../../../platform/http/api/limits.ts';
import { date, id, numeral, text } from '../../../platform/http/api/text.ts';
import { importChoices } from './choices.ts';

/**
 * `waiting`: until it is its turn; `undoing` also while that waits. `canceled` and `failed` imports keep what they have written;
 * they can be continued with `start` or undone.
 */
const importStates = ['waiting', 'running', 'done', 'failed', 'canceled', 'undoing', 'undone'] as const;

/**
 * How an item of the source ended. `kept` exists after an undo only: what was changed since the import and therefore stayed.
 */
export const importOutcomes = ['imported', 'remark', 'left-out', 'kept'] as const;
const importOutcome = z.enum(importOutcomes);
export type ImportOutcome = z.infer<typeof importOutcome>;

const count = z.int().nonnegative();

/** The items of one kind, by the name that the source has for it. */
const importKindCounts = z
  .object({
    source_kind: z.string(),
    /** By a plain count of the source; null before it was counted. */
    expected: count.nullable(),
    imported: count,
    remark: count,
    left_out: count,
    kept: count,
  })
  .meta({ id: 'ImportKindCounts' });
export type ImportKindCounts = z.infer<typeof importKindCounts>;

export const importProgress = z.object({
  phase: z.enum(['fetching', 'counting', 'items', 'links', 'undo']),
  done: count,
  total: count.nullable(),
});

export const importRecord = z
  .object({
    id,
    /** The name of the file or folder. */
    name: z.string(),
    /** What it was exported from, such as `wordpress` and WordPress; null until it was detected. */
    format: z.string().nullable(),
    format_label: z.string().nullable(),
    state: z.enum(importStates),
    /** A dry run writes no content; `start` then imports for real. */
    dry_run: z.boolean(),
    /** Null when nothing runs. The total is null while it is counted. */
    progress: importProgress.nullable(),
    counts: z.array(importKindCounts),
    /** What was imported, or would be, by its kind on this site: `post`, `page`, `comment`, `tag` …; empty while it runs. */
    written: z.array(z.object({ kind: z.string(), count })),
    /** Sentences to be shown in red: the sums differ from the plain count of the source. */
    problems: z.array(z.string()),
    /** Why it failed, one sentence; null otherwise. */
    error: z.string().nullable(),
    /** Images that are fetched in the background. */
    images: z.object({ waiting: count, fetched: count, lost: count }),
    /** Whether it wrote anything that `undo` would remove. */
    can_undo: z.boolean(),
    /** Whether its files are still there, so that `start` can read them (again). */
    can_start: z.boolean(),
    /** Whether its source can be read again, for what is new since. */
    can_repeat: z.boolean(),
    /** The site that it reads; null for a file. */
    url: z.string().nullable(),
    choices: importChoices,
    username: z.string().nullable(),
    date_added: date,
    date_finished: date.nullable(),
  })
  .meta({ id: 'Import' });
export type ImportRecord = z.infer<typeof importRecord>;

/** One item of the report. */
export const importItem = z
  .object({
    id,
    key: z.string(),
    source_kind: z.string(),
    label: z.string(),
    outcome: importOutcome,
    /** Remarks, or why it was left out or kept; one sentence each. */
    reasons: z.array(z.string()),
    /** The path at which the imported item is shown on this site, if any. */
    url: z.string().nullable(),
  })
  .meta({ id: 'ImportItem' });
export type ImportItem = z.infer<typeof importItem>;

/** The id that a finished upload has, or the URL of a site. */
export const newImport = z
  .object({
    upload: text(100).optional(),
    url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .optional(),
    dry_run: z.boolean(),
  })
  .refine(
    ({ upload, url }) => (upload === undefined) !== (url === undefined),
    'Give either an upload or a URL.',
  );

export const importItemsQuery = z.object({
  outcome: importOutcome.optional(),
  kind: text(100).optional(),
  limit: numeral(1, maxPageSize).optional(),
  offset: numeral(0, maxOffset).optional(),
});

const importImageStates = ['waiting', 'fetched', 'lost'] as const;

/** An image that was not in the source of an import. Until it is fetched, and when it is lost, posts link to its old URL. */
export const importImage = z
  .object({
    url: z.string(),
    state: z.enum(importImageStates),
    /** Why it is not fetched yet, or lost. */
    reason: z.string(),
    attempts: z.int().nonnegative(),
    /** When it is tried again. */
    next_date: date.nullable(),
    /** A post that links to it. */
    post_id: id.nullable(),
  })
  .meta({ id: 'ImportImage' });
export type ImportImage = z.infer<typeof importImage>;

export const importImagesQuery = z.object({
  state: z.enum(importImageStates).optional(),
  limit: numeral(1, maxPageSize).default(maxPageSize),
  offset: numeral(0, maxOffset).default(0),
});
