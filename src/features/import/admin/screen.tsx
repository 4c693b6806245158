import { type DragEvent, useId, useState } from 'react';
import { Link, useLoaderData, useNavigate } from 'react-router';
import { Form } from '../../../platform/admin/controls/form.tsx';
import { FormError } from '../../../platform/admin/controls/form-error.tsx';
import { formatBytes } from '../../../platform/admin/controls/format.ts';
import { ProgressBar } from '../../../platform/admin/controls/progress-bar.tsx';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useAction } from '../../../platform/admin/data/use-action.ts';
import { useSend } from '../../../platform/admin/data/use-send.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { ImportRecord, ImportUpload } from '../api.ts';
import { importCalls } from './calls.ts';
import { mainCounts } from './kinds.ts';
import { Programs } from './programs.tsx';
import { type Upload, useUpload } from './use-upload.ts';
import '../../../platform/admin/transfer.css';

export const loader = guarded(async () => {
  const [uploads, imports] = await Promise.all([importCalls.uploads(), importCalls.imports()]);
  return { uploads, imports };
});

/** Uploads the export of another blog, and lists earlier imports. */
export function Component() {
  const { uploads, imports } = useLoaderData<typeof loader>();
  const { upload, begin, pause, resume, discard } = useUpload();
  const navigate = useNavigate();
  const { reportError } = useNotices();
  const opened = (id: number) => void navigate(`${urls.admin}/import/${id}`);
  const interrupted = uploads.filter(({ name, size }) => upload?.name !== name || upload.size !== size);
  return (
    <section className="transfer">
      <ScreenTitle>{t('Import')}</ScreenTitle>
      <p>
        {t(
          'Bring your posts, pages, comments and images from another blog. First you get a report of what would be imported; nothing changes before you confirm it, and you can undo the whole import afterwards.',
        )}
      </p>
      {upload ? (
        <Uploading
          upload={upload}
          onPause={pause}
          onResume={() => resume(opened, reportError)}
          onDiscard={discard}
        />
      ) : (
        <>
          <Choice onChoose={(file) => begin(file, opened, reportError)} />
          <SiteForm onBegun={opened} />
        </>
      )}
      {interrupted.length > 0 && <Interrupted uploads={interrupted} />}
      <Programs />
      {imports.length > 0 && <Earlier imports={imports} />}
    </section>
  );
}

function Choice({ onChoose }: { onChoose: (file: File) => void }) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onChoose(file);
  };
  return (
    <fieldset
      className="choice"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <legend className="visually-hidden">{t('Export of another blog')}</legend>
      <input
        id={id}
        className="visually-hidden"
        type="file"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
          target.value = '';
        }}
      />
      <label htmlFor={id} className="button primary">
        {t('Choose a file')}
      </label>
      <p className="soft">{t('or drop it here: the file or zip that your blog exported, up to 2 GB')}</p>
    </fieldset>
  );
}

/** For a blog that cannot export. */
function SiteForm({ onBegun }: { onBegun: (id: number) => void }) {
  const [url, setUrl] = useState('');
  const begin = async () => onBegun((await importCalls.create({ url: withScheme(url), dry_run: true })).id);
  return (
    <Form className="boxed" submitLabel={t('Read this site')} onSubmit={begin} isPrimary={false}>
      <TextField
        label={t('Or the URL of a blog that cannot export')}
        hint={t('Its public posts, pages and comments are read slowly, one page after another.')}
        value={url}
        onChange={setUrl}
        inputMode="url"
        required
      />
    </Form>
  );
}

const withScheme = (url: string): string =>
  /^https?:/i.test(url.trim()) ? url.trim() : `https://${url.trim()}`;

type UploadingProps = { upload: Upload; onPause: () => void; onResume: () => void; onDiscard: () => void };

function Uploading({ upload, onPause, onResume, onDiscard }: UploadingProps) {
  const { name, size, sent, state, message } = upload;
  const done = t('{done} of {total}', { done: formatBytes(sent), total: formatBytes(size) });
  const texts: Record<Upload['state'], string> = {
    sending: sent === size ? t('Uploaded. The file is being opened …') : t('{done} uploaded.', { done }),
    waiting: t("The server can't be reached. Trying again … {done} uploaded.", { done }),
    paused: t('Paused. {done} uploaded.', { done }),
    failed: t('Stopped. {done} uploaded.', { done }),
  };
  const isStopped = state === 'paused' || state === 'failed';
  return (
    <div className="boxed">
      <ProgressBar
        label={t('Upload of {name}', { name })}
        fraction={size === 0 ? 0 : sent / size}
        text={texts[state]}
      />
      {message && (
        <p className="error" role="alert">
          {message}
        </p>
      )}
      <p className="actions">
        {isStopped ? (
          <button type="button" className="primary" onClick={onResume}>
            {state === 'failed' ? t('Try again') : t('Resume')}
          </button>
        ) : (
          <button type="button" onClick={onPause}>
            {t('Pause')}
          </button>
        )}
        {isStopped && (
          <button type="button" className="quiet" onClick={onDiscard}>
            {t('Choose another file')}
          </button>
        )}
      </p>
    </div>
  );
}

function Interrupted({ uploads }: { uploads: readonly ImportUpload[] }) {
  const run = useAction();
  return (
    <section className="offers" aria-label={t('Interrupted uploads')}>
      <ul>
        {uploads.map(({ id, name, size, offset }) => (
          <li key={id}>
            <p>
              {rich(
                'The upload of {name} was interrupted at {percent}%. Choose the same file again to continue it.',
                { percent: Math.floor((offset / size) * 100), name: <strong>{name}</strong> },
              )}
            </p>
            <p className="actions">
              <button
                type="button"
                className="quiet danger"
                aria-label={t('Delete the upload of {name}', { name })}
                onClick={() =>
                  void run(
                    () => importCalls.abandonUpload({ id }),
                    t('The upload of "{name}" was deleted.', { name }),
                  )
                }
              >
                {t('Delete')}
              </button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const states = ({ state, dry_run }: ImportRecord): string => {
  if (state === 'done') return dry_run ? t('Checked, not imported') : t('Imported');
  return {
    waiting: t('Waiting'),
    running: t('Running'),
    failed: t('Failed'),
    canceled: t('Canceled'),
    undoing: t('Being undone'),
    undone: t('Undone'),
  }[state];
};

function Earlier({ imports }: { imports: readonly ImportRecord[] }) {
  const navigate = useNavigate();
  const { send, busy, error } = useSend();
  const again = (id: number) =>
    send(async () => {
      const next = await importCalls.again({ id });
      await navigate(`${urls.admin}/import/${next.id}`);
    });
  return (
    <section className="earlier" aria-labelledby="earlier-imports">
      <h2 id="earlier-imports">{t('Earlier imports')}</h2>
      <FormError message={error} />
      <ul>
        {imports.map((record) => (
          <li key={record.id}>
            <p>
              <Link to={`${urls.admin}/import/${record.id}`}>{record.name}</Link>{' '}
              <span className={record.state === 'failed' ? 'chip failed' : 'chip'}>{states(record)}</span>
            </p>
            <p className="soft">
              {record.format_label && `${record.format_label}, `}
              {mainCounts(record) && `${mainCounts(record)}, `}
              <FormattedDate date={record.date_added} style="full" />
              {record.username && ` ${t('by {name}', { name: record.username })}`}
            </p>
            {record.can_repeat && (
              <p className="actions">
                <button
                  type="button"
                  aria-label={t('Bring what is new from {name}', { name: record.name })}
                  aria-disabled={busy}
                  onClick={() => void again(record.id)}
                >
                  {t('Bring what is new')}
                </button>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
