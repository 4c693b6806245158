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
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { ImportRecord } from '../api/imports.ts';
import type { ImportUpload } from '../api/uploads.ts';
import { importCalls } from './calls.ts';
import { mainCounts } from './kinds.ts';
import { Programs } from './programs.tsx';
import { type Upload, useUpload } from './use-upload.ts';
import '../../export/admin/transfer.css';

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
      <ScreenTitle>Import</ScreenTitle>
      <p>
        Bring your posts, pages, comments and images from another blog. First you get a report of what would
        be imported; nothing changes before you confirm it, and you can undo the whole import afterwards.
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
      <legend className="visually-hidden">Export of another blog</legend>
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
        Choose a file
      </label>
      <p className="soft">or drop it here: the file or zip that your blog exported, up to 2 GB</p>
    </fieldset>
  );
}

/** For a blog that cannot export. */
function SiteForm({ onBegun }: { onBegun: (id: number) => void }) {
  const [url, setUrl] = useState('');
  const begin = async () => onBegun((await importCalls.create({ url: withScheme(url), dry_run: true })).id);
  return (
    <Form className="boxed" submitLabel="Read this site" onSubmit={begin}>
      <TextField
        label="Or the URL of a blog that cannot export"
        hint="Its public posts, pages and comments are read slowly, one page after another."
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
  const done = `${formatBytes(sent)} of ${formatBytes(size)}`;
  const texts: Record<Upload['state'], string> = {
    sending: sent === size ? 'Uploaded. The file is being opened …' : `${done} uploaded.`,
    waiting: `The server can't be reached. Trying again … ${done} uploaded.`,
    paused: `Paused. ${done} uploaded.`,
    failed: `Stopped. ${done} uploaded.`,
  };
  const isStopped = state === 'paused' || state === 'failed';
  return (
    <div className="boxed">
      <ProgressBar label={`Upload of ${name}`} fraction={size === 0 ? 0 : sent / size} text={texts[state]} />
      {message && (
        <p className="error" role="alert">
          {message}
        </p>
      )}
      <p className="actions">
        {isStopped ? (
          <button type="button" className="primary" onClick={onResume}>
            {state === 'failed' ? 'Try again' : 'Resume'}
          </button>
        ) : (
          <button type="button" onClick={onPause}>
            Pause
          </button>
        )}
        {isStopped && (
          <button type="button" className="quiet" onClick={onDiscard}>
            Choose another file
          </button>
        )}
      </p>
    </div>
  );
}

function Interrupted({ uploads }: { uploads: readonly ImportUpload[] }) {
  const run = useAction();
  return (
    <section className="offers" aria-label="Interrupted uploads">
      <ul>
        {uploads.map(({ id, name, size, offset }) => (
          <li key={id}>
            <p>
              The upload of <strong>{name}</strong> was interrupted at {Math.floor((offset / size) * 100)}%.
              Choose the same file again to continue it.
            </p>
            <p className="actions">
              <button
                type="button"
                className="quiet danger"
                aria-label={`Delete the upload of ${name}`}
                onClick={() =>
                  void run(() => importCalls.abandonUpload({ id }), `The upload of "${name}" was deleted.`)
                }
              >
                Delete
              </button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const states = ({ state, dry_run }: ImportRecord): string => {
  if (state === 'done') return dry_run ? 'Checked, not imported' : 'Imported';
  return {
    waiting: 'Waiting',
    running: 'Running',
    failed: 'Failed',
    canceled: 'Canceled',
    undoing: 'Being undone',
    undone: 'Undone',
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
      <h2 id="earlier-imports">Earlier imports</h2>
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
              {record.username && ` by ${record.username}`}
            </p>
            {record.can_repeat && (
              <p className="actions">
                <button
                  type="button"
                  aria-label={`Bring what is new from ${record.name}`}
                  aria-disabled={busy}
                  onClick={() => void again(record.id)}
                >
                  Bring what is new
                </button>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
