import { z } from 'zod';
import { importFileBytes, maxOffset, maxPageSize } from '../../platform/http/api/limits.ts';
import { date, id, numeral, text } from '../../platform/http/api/text.ts';
import { canonicalLanguage, isTimeZone } from '../../platform/web/languages.ts';
import { importFileTooLarge } from './messages/uploads.ts';

/** What a source leaves open, as the owner answers it after a dry run. */
export const importChoices = z.object({
  /** By what the source calls them: whether its texts are posts or pages; those that are not named are what they look like. */
  kinds: z.record(text(100), z.enum(['post', 'page'])).default({}),
  /** Of texts that do not name their language, BCP 47. */
  language: text(35)
    .refine((tag) => tag === '' || canonicalLanguage(tag) !== null, 'This is no language tag, such as “en”.')
    .default(''),
  /** Of dates without a time zone. */
  time_zone: text(100)
    .refine((zone) => zone === '' || isTimeZone(zone), 'There is no such time zone.')
    .default(''),
  /** The name of the author who is the administrator that imports. */
  me: text(200).default(''),
  /** The names of categories that become tags. */
  tags: z.array(text(200)).max(1000).default([]),
});
export type ImportChoices = z.infer<typeof importChoices>;

/** A text of the source beside what it becomes. */
const importSample = z.object({
  key: z.string(),
  label: z.string(),
  /** Where the source has it, if that is known. */
  url: z.string(),
  /** The text of the source; `isMissing`: what it becomes does not have these words. */
  source: z.array(z.object({ text: z.string(), isMissing: z.boolean() })),
  /** Sanitized. */
  html: z.string(),
});
export type ImportSample = z.infer<typeof importSample>;

/** What a dry run found to ask about, and some texts to compare. */
export const importSamples = z
  .object({
    kinds: z.array(z.object({ source_kind: z.string(), kind: z.enum(['post', 'page']), count: z.int() })),
    authors: z.array(z.string()),
    categories: z.array(z.string()),
    posts: z.array(importSample),
  })
  .meta({ id: 'ImportSamples' });
export type ImportSamples = z.infer<typeof importSamples>;

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

/** The file of an import is sent in portions, so that an upload survives lost connections, reloads and restarts. */
export const importUpload = z
  .object({
    id: z.string(),
    name: z.string(),
    size: z.int().positive(),
    /** As the browser knows it, in milliseconds; it tells files of the same name and size apart. */
    last_modified: z.int().nonnegative(),
    /** How many bytes are stored durably. The next portion starts here. */
    offset: z.int().nonnegative(),
    finished: z.boolean(),
    date_added: date,
  })
  .meta({ id: 'ImportUpload' });
export type ImportUpload = z.infer<typeof importUpload>;

export const newImportUpload = z.object({
  name: text(255),
  size: z.int().positive().max(importFileBytes, importFileTooLarge(importFileBytes)),
  last_modified: z.int().nonnegative(),
});
export type NewImportUpload = z.infer<typeof newImportUpload>;

export const importUploadId = z.object({ id: text(100) });
export const importChunkQuery = z.object({ offset: numeral(0, importFileBytes) });

export const importUploadsPath = '/api/admin/imports/uploads';
