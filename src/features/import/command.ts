import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { environment, readConfig } from '../../config.ts';
import { type Blog, itself } from '../../platform/blog.ts';
import { visitor } from '../../platform/http/viewer.ts';
import { hasDueJobs } from '../../platform/jobs/jobs.ts';
import type { JobKinds } from '../../platform/jobs/kinds.ts';
import { runNextJob } from '../../platform/jobs/run-jobs.ts';
import { createLog } from '../../platform/log/log.ts';
import { commandLine } from '../../platform/messages/command-line.ts';
import * as messages from '../../platform/messages/operator.ts';
import { jobAttemptFailed } from '../../platform/messages/owner.ts';
import { progressBar } from '../../platform/process/progress.ts';
import { type Command, type Host, printUsage } from '../../platform/process/run-command.ts';
import { onStopSignal } from '../../platform/process/stop-signals.ts';
import { type ImportChoices, type ImportRecord, importChoices } from './api.ts';
import {
  createImport,
  createSiteImport,
  importItems,
  importOf,
  jobOfImport,
  listImports,
  openImportAt,
  repeatImport,
  undoImport,
} from './imports.ts';

const usage = `Usage: ${commandLine('import', 'FILE|FOLDER|ZIP|URL [--dry-run] [OPTIONS]')}
       ${commandLine('import', '--again ID [--dry-run]')}
       ${commandLine('import', '--undo ID')}
       ${commandLine('import', '--list')}

Imports the export of another blog, and prints what became of each kind of item. With --dry-run nothing is written. An
interrupted import continues when the command is repeated, or when the site runs. --again reads the source of an import
once more and brings what is new; so does a newer export of the same blog. --undo removes what an import wrote, except
for what was changed since. A URL reads the public posts of a site that cannot export.

Options: --as KIND=post|page      what the source calls KIND becomes posts or pages; may be repeated
         --language TAG           of texts that name none, such as "en"
         --time-zone NAME         of dates that name none, such as "Europe/Vienna"
         --me NAME                the author of this name is the (first) administrator
         --category-as-tag NAME   becomes a tag; may be repeated`;

/** Left out and remarked items that are printed; the admin area shows all. */
const printedItems = 50;
const pollMs = 500;

async function main(args: string[], { openBlog, jobKinds }: Host): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean' },
      again: { type: 'string' },
      undo: { type: 'string' },
      list: { type: 'boolean' },
      as: { type: 'string', multiple: true },
      language: { type: 'string' },
      'time-zone': { type: 'string' },
      me: { type: 'string' },
      'category-as-tag': { type: 'string', multiple: true },
    },
  });
  const [given, ...rest] = positionals;
  const commands = [given, values.again, values.undo, values.list].filter((each) => each !== undefined);
  const id = Number(values.undo ?? values.again ?? 1);
  const choices = importChoices.safeParse({
    kinds: Object.fromEntries((values.as ?? []).map((each) => each.split('=', 2))),
    language: values.language,
    time_zone: values['time-zone'],
    me: values.me,
    tags: values['category-as-tag'],
  });
  if (commands.length !== 1 || rest.length > 0 || !(Number.isInteger(id) && id > 0) || !choices.success)
    return printUsage(usage);
  const isDryRun = values['dry-run'] ?? false;
  const isUrl = /^https?:\/\//i.test(given ?? '') && URL.canParse(given ?? '');
  if (given !== undefined && !isUrl && !existsSync(given)) {
    console.error(messages.noSuchFile(given));
    return 1;
  }
  const { blog, database } = await openBlog(readConfig(environment()), createLog('warn'));
  await using _ = database;
  // The report says why an import failed; only attempts that are repeated need a line of their own.
  const report: Blog['report'] = (what, { error } = {}) => {
    if (what === jobAttemptFailed('import')) console.error(`${what}: ${error}`);
  };
  const own = { ...blog, report, actor: { ...itself, browser: commandLine('import') } };
  const kinds = await jobKinds();
  if (values.list) return await list(own);
  if (values.undo !== undefined) return await undo(own, kinds, id);
  const started =
    values.again === undefined
      ? await beginImport(own, { given: given ?? '', isUrl }, isDryRun, choices.data)
      : (await repeatImport(own, visitor, id, isDryRun)).id;
  const result = await follow(own, kinds, started);
  await printReport(own, result);
  return result.state === 'done' && result.problems.length === 0 ? 0 : 1;
}

async function list(blog: Blog): Promise<number> {
  for (const { id, date_added, state, dry_run, format_label, name } of await listImports(blog)) {
    const how = dry_run ? `${state} (dry run)` : state;
    console.log([id, date_added.slice(0, 16), how, format_label ?? '?', name].join('\t'));
  }
  return 0;
}

/** An import of the same source that was interrupted is continued rather than begun again. */
async function beginImport(
  blog: Blog,
  { given, isUrl }: { given: string; isUrl: boolean },
  isDryRun: boolean,
  choices: ImportChoices,
): Promise<number> {
  const source = isUrl ? new URL(given).href : path.resolve(given);
  const open = await openImportAt(blog, source, isDryRun);
  if (open !== undefined) return open;
  const created = isUrl
    ? await createSiteImport(blog, visitor, source, isDryRun, choices)
    : await createImport(blog, visitor, { path: source, name: path.basename(source) }, isDryRun, choices);
  return created.id;
}

async function undo(blog: Blog, kinds: JobKinds, id: number): Promise<number> {
  await undoImport(blog, id);
  const result = await follow(blog, kinds, id);
  await printReport(blog, result);
  return result.state === 'undone' ? 0 : 1;
}

const isOver = ({ state }: ImportRecord): boolean => !['waiting', 'running', 'undoing'].includes(state);

/** Runs the job of the import here, or shows how a running site does. */
async function follow(blog: Blog, kinds: JobKinds, id: number): Promise<ImportRecord> {
  const stop = new AbortController();
  onStopSignal(() => stop.abort());
  const show = progressPrinter();
  const poll = setInterval(async () => {
    show((await importOf(blog, id).catch(() => null))?.progress ?? null);
  }, pollMs);
  try {
    for (let isWaiting = false; ; ) {
      const record = await importOf(blog, id);
      if (isOver(record) || stop.signal.aborted) return record;
      // Takes over what a process that was killed has left.
      await hasDueJobs(blog, kinds);
      const job = await jobOfImport(blog, id);
      if (job !== null && (await runNextJob(blog, stop.signal, kinds, job))) continue;
      if (record.state === 'waiting' && !isWaiting) console.log(messages.importWaits);
      isWaiting = record.state === 'waiting';
      await wait(pollMs);
    }
  } finally {
    clearInterval(poll);
  }
}

const phases = {
  fetching: 'Fetching',
  counting: 'Counting',
  items: 'Items',
  links: 'Links',
  undo: 'Undo, items',
} as const;

/** A bar for each phase. */
function progressPrinter(): (progress: ImportRecord['progress']) => void {
  let phase = '';
  let shown = 0;
  let advance: ((increment: number) => void) | undefined;
  return (progress) => {
    if (!progress?.total) return;
    if (progress.phase !== phase) {
      phase = progress.phase;
      shown = 0;
      advance = progressBar(phases[progress.phase], progress.total);
    }
    advance?.(progress.done - shown);
    shown = progress.done;
  };
}

async function printReport(blog: Blog, record: ImportRecord): Promise<void> {
  const { id, name, format_label, state, dry_run, counts, problems, error } = record;
  const title = `Import ${id} of "${name}"${format_label ? ` (${format_label})` : ''}${dry_run ? ', dry run' : ''}`;
  console.log(`\n${title}: ${state}`);
  for (const { source_kind, expected, imported, remark, left_out, kept } of counts) {
    const parts = [
      `${imported} imported`,
      remark > 0 && `${remark} with a remark`,
      left_out > 0 && `${left_out} left out`,
      kept > 0 && `${kept} kept`,
      expected !== null && `${expected} in the source`,
    ];
    console.log(`  ${source_kind}: ${parts.filter(Boolean).join(', ')}`);
  }
  for (const outcome of ['left-out', 'remark', 'kept'] as const) {
    const { items, total } = await importItems(blog, id, { outcome }, { limit: printedItems, offset: 0 });
    for (const { source_kind, label, reasons } of items)
      console.log(`  ${outcome}: ${source_kind} "${label}": ${reasons.join(' ')}`);
    if (total > items.length) console.log(messages.moreItems(total - items.length, outcome));
  }
  for (const problem of problems) console.error(isTerminal ? `\u001b[31m${problem}\u001b[0m` : problem);
  if (error) console.error(error);
  if (!isOver(record)) console.error(messages.importInterrupted);
}

const isTerminal = process.stderr.isTTY;

export const command: Command = { name: 'import', usage, main };
