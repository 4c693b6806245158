import { useEffect, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { useConfirm } from '../../../platform/admin/controls/confirm.tsx';
import { FormError } from '../../../platform/admin/controls/form-error.tsx';
import { loadPage } from '../../../platform/admin/controls/pager.tsx';
import { ProgressBar } from '../../../platform/admin/controls/progress-bar.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useSend } from '../../../platform/admin/data/use-send.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { formatNumber, t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import { type ImportRecord, importOutcomes } from '../api.ts';
import { importCalls } from './calls.ts';
import { mainCounts } from './kinds.ts';
import { Questions } from './questions.tsx';
import { Counts, Images, Items, Problems } from './report.tsx';
import '../../../platform/admin/transfer.css';

const pageSize = 50;

export const loader = guarded(async ({ params, request }: LoaderFunctionArgs) => {
  const id = Number(params.id);
  const { searchParams } = new URL(request.url);
  const filter = {
    outcome: importOutcomes.find((outcome) => outcome === searchParams.get('outcome')) ?? ('' as const),
    kind: searchParams.get('kind') ?? '',
  };
  const [record, page] = await Promise.all([
    importCalls.importOf({ id }),
    loadPage(request, pageSize, (range) => importCalls.items({ id, ...filter, ...range })),
  ]);
  const samples = record.dry_run && record.state === 'done' ? await importCalls.samples({ id }) : null;
  return { record, ...page, filter, samples };
});

/** One import: the report of its dry run, its progress, and the report of what it did. */
export function Component() {
  const { record: loaded, items, total, filter, samples } = useLoaderData<typeof loader>();
  const record = useRunning(loaded);
  return (
    <section className="transfer">
      <ScreenTitle>{t('Import of {name}', { name: record.name })}</ScreenTitle>
      <p className="soft">
        {record.url === null && record.format_label && (
          <>{t('Exported from {program}.', { program: record.format_label })} </>
        )}
        <Begun record={record} /> <Link to={`${urls.admin}/import`}>{t('Import another file')}</Link>
      </p>
      <Problems record={record} />
      <Step record={record} />
      {samples && record.state === 'done' && (
        <Questions key={record.date_finished} record={record} samples={samples} />
      )}
      <Images record={record} />
      <Counts record={record} />
      {(total > 0 || filter.outcome || filter.kind) && (
        <Items record={record} items={items} total={total} size={pageSize} filter={filter} />
      )}
    </section>
  );
}

const isRunning = ({ state }: ImportRecord): boolean =>
  state === 'waiting' || state === 'running' || state === 'undoing';

const pollMs = 1000;
const imagesMs = 5000;

/** Asks for the progress while there is some, and loads the whole report when it has ended. */
function useRunning(loaded: ImportRecord): ImportRecord {
  const [latest, setLatest] = useState(loaded);
  const { revalidate } = useRevalidator();
  const record = latest.id === loaded.id && isRunning(loaded) ? latest : loaded;
  useEffect(() => setLatest(loaded), [loaded]);
  useEffect(() => {
    const interval = isRunning(loaded) ? pollMs : loaded.images.waiting > 0 ? imagesMs : null;
    if (interval === null) return;
    let isOpen = true;
    const timer = setInterval(async () => {
      if (document.hidden) return;
      // A failure is tried again at the next turn.
      const next = await importCalls.importOf({ id: loaded.id }).catch(() => null);
      if (!isOpen || !next) return;
      if (isRunning(next)) setLatest(next);
      else await revalidate();
    }, interval);
    return () => {
      isOpen = false;
      clearInterval(timer);
    };
  }, [loaded, revalidate]);
  return record;
}

const phases = {
  fetching: t('Fetching pages'),
  counting: t('Counting'),
  items: t('Reading'),
  links: t('Rewriting links'),
  undo: t('Undoing'),
};

function progressText({ progress, state }: ImportRecord): string {
  if (!progress) return state === 'undoing' ? t('Waiting to be undone …') : t('Waiting to be started …');
  const { phase, done, total } = progress;
  if (total === null) return done > 0 ? `${phases[phase]}: ${formatNumber(done)} …` : `${phases[phase]} …`;
  return t('{phase}: {done} of {total}', { phase: phases[phase], done, total });
}

function progressLabel({ state, dry_run }: ImportRecord): string {
  if (state === 'undoing') return t('Undoing the import');
  return dry_run ? t('Checking what there is') : t('Importing');
}

/** What goes on, and what can be done next. */
function Step({ record }: { record: ImportRecord }) {
  const { send, busy, error } = useSend();
  const { revalidate } = useRevalidator();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const again = () =>
    send(async () => {
      const { id } = await importCalls.again({ id: record.id });
      await navigate(`${urls.admin}/import/${id}`);
    });
  const act = (call: (record: { id: number }) => Promise<unknown>) =>
    send(async () => {
      await call({ id: record.id });
      await revalidate();
    });
  const undo = async () => {
    const text = undoText(record);
    if (await confirm({ title: t('Undo this import?'), text, action: t('Undo the import') }))
      await act(importCalls.undo);
  };
  const start = startLabel(record);
  return (
    <div className="boxed step">
      {isRunning(record) ? (
        <ProgressBar
          label={progressLabel(record)}
          fraction={record.progress?.total ? record.progress.done / record.progress.total : null}
          text={progressText(record)}
        />
      ) : (
        <p role="status">{stateText(record)}</p>
      )}
      {record.state === 'undone' && (
        <p>
          {rich(
            'Comments that it had added to other posts are under <link>Deleted comments</link> for a day.',
            { link: (text) => <Link to={`${urls.admin}/comments/deleted`}>{text}</Link> },
          )}
        </p>
      )}
      <FormError message={error} />
      <p className="actions">
        {start && (
          <button
            type="button"
            className="primary"
            aria-disabled={busy}
            onClick={() => void act(importCalls.start)}
          >
            {start}
          </button>
        )}
        {record.can_repeat && (
          <button type="button" className="primary" aria-disabled={busy} onClick={() => void again()}>
            {t('Bring what is new')}
          </button>
        )}
        {(record.state === 'waiting' || record.state === 'running') && (
          <button type="button" aria-disabled={busy} onClick={() => void act(importCalls.cancel)}>
            {t('Cancel')}
          </button>
        )}
        {!isRunning(record) && record.can_undo && (
          <button type="button" className="danger" aria-disabled={busy} onClick={() => void undo()}>
            {t('Undo')}
          </button>
        )}
      </p>
    </div>
  );
}

function Begun({ record: { url, username, date_added } }: { record: ImportRecord }) {
  const date = <FormattedDate date={date_added} style="full" />;
  if (url === null)
    return username
      ? rich('Uploaded {date} by {name}.', { date, name: username })
      : rich('Uploaded {date}.', { date });
  return username
    ? rich('Begun {date} by {name}.', { date, name: username })
    : rich('Begun {date}.', { date });
}

/** The primary action, or null when there is none. */
function startLabel(record: ImportRecord): string | null {
  const { state, dry_run, can_start } = record;
  if (!can_start || isRunning(record)) return null;
  if (!dry_run)
    return state === 'done' || state === 'undone' ? t('Import it again') : t('Continue the import');
  if (state !== 'done') return t('Check again');
  const counts = mainCounts(record);
  return counts ? t('Import {counts}', { counts }) : t('Import');
}

function stateText({ state, dry_run, can_start, counts, url }: ImportRecord): string {
  if (state === 'failed')
    return dry_run
      ? url === null
        ? t('The file could not be read.')
        : t('The site could not be read.')
      : t('The import stopped before its end.');
  if (state === 'canceled') return t('The import was canceled. What it had written is still here.');
  if (state === 'undone')
    return counts.some(({ kept }) => kept > 0)
      ? t('The import was undone. What was changed since then was kept and is listed below.')
      : t('The import was undone. The posts and pages that it had written are in the bin.');
  if (!dry_run)
    return url === null
      ? t(
          'The import is complete. To bring what is new later, choose a newer export: what you edited here stays.',
        )
      : t('The import is complete. You can bring what is new later: what you edited here stays.');
  return can_start
    ? t('Nothing has been changed yet. This is what an import would do.')
    : t('Nothing was imported, and the file was deleted since. Upload it again to import it.');
}

function undoText(record: ImportRecord): string {
  const what = mainCounts(record, true);
  return [
    what
      ? t('This removes what the import wrote: {what}, with their images and redirects.', { what })
      : t('This removes what the import wrote.'),
    t(
      'Posts and pages go to the bin for 30 days. Those that were edited since, that have unsaved changes or new images, or that readers commented or voted on, are kept and listed. Comments that it added to other posts are deleted, unless they were edited or answered since.',
    ),
  ].join(' ');
}
