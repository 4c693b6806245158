import { z } from 'zod';
import { maxOffset, maxPageSize } from '../../../platform/http/api/limits.ts';
import { date, id, numeral, text } from '../../../platform/http/api/text.ts';
import { importChoices } from './choices.ts';

/*
 * GET  /api/admin/imports             newest first
 * POST /api/admin/imports             `newImport`, 201: starts a dry run or an import of an uploaded file
 * GET  /api/admin/imports/:id         with its progress
 * GET  /api/admin/imports/:id/items   the report, `importItemsQuery`, X-Total-Count
 * POST /api/admin/imports/:id/start   imports for real after a dry run; continues a failed or canceled import
 * POST /api/admin/imports/:id/choices  answers what the source leaves open, and tries again
 * GET  /api/admin/imports/:id/samples  what a dry run found to ask about, and texts beside those of the source
 * POST /api/admin/imports/:id/again   a dry run of the same source, for what is new since
 * POST /api/admin/imports/:id/cancel  after the current batch; what was written stays until `undo`
 * POST /api/admin/imports/:id/undo    removes what it wrote, except for what was changed since
 */

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
