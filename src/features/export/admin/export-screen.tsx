import { useEffect } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { accountCalls } from '../../../core/accounts/admin/calls.ts';
import { useReauthentication } from '../../../core/accounts/admin/security/reauthenticate.tsx';
import type { PublicSite } from '../../../core/site/api/site.ts';
import { useSite } from '../../../core/site/pages/site-context.ts';
import { FormError } from '../../../platform/admin/controls/form-error.tsx';
import { formatBytes, formatNumber } from '../../../platform/admin/controls/format.ts';
import { ProgressBar } from '../../../platform/admin/controls/progress-bar.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useAction } from '../../../platform/admin/data/use-action.ts';
import { useSend } from '../../../platform/admin/data/use-send.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { ExportKind, SiteExport } from '../api.ts';
import { exportCalls } from './calls.ts';
import './transfer.css';

export const loader = guarded(() => exportCalls.exports());

const isRunning = ({ state }: SiteExport): boolean => state === 'waiting' || state === 'running';

const pollMs = 1000;

/** What an export contains of a feature that the owner would not give to others; null: nothing. */
export type ExportedPart = (site: PublicSite) => string | null;

/** Everything of the site as a file, for other programs or for any web server. */
export function Component({ parts }: { parts: readonly ExportedPart[] }) {
  const exports = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const site = useSite();
  const personal = ['Drafts', ...parts.flatMap((part) => part(site) ?? [])].join(', ');
  const running = exports.some(isRunning);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate();
    }, pollMs);
    return () => clearInterval(timer);
  }, [running, revalidate]);
  return (
    <section className="transfer">
      <ScreenTitle>Export</ScreenTitle>
      <p>
        Your blog is yours. Take all of it along as one file, made in the background; you can leave this
        screen meanwhile. The file can be downloaded for a week.
      </p>
      <div className="export-kinds">
        <Kind
          kind="archive"
          heading="Everything"
          action="Make an export"
          exports={exports}
          text={`A zip for other programs and for this one: posts and pages as Markdown that Hugo and Jekyll build, original images, comments, votes, redirects and settings, and the same as files for WordPress and Ghost. ${personal} and comments that wait for approval are in it; passwords are not.`}
        />
        <Kind
          kind="static"
          heading="Static copy"
          action="Make a static copy"
          exports={exports}
          text="A zip of the public site as readers see it: HTML pages, images and feeds, which any web server can serve. It has no drafts; search, voting and commenting need the real site."
        />
      </div>
      {exports.length > 0 && <Files exports={exports} />}
    </section>
  );
}

type KindProps = {
  kind: ExportKind;
  heading: string;
  action: string;
  text: string;
  exports: readonly SiteExport[];
};

function Kind({ kind, heading, action, text, exports }: KindProps) {
  const { busy, error, send } = useSend();
  const { revalidate } = useRevalidator();
  const isMade = exports.some((one) => one.kind === kind && isRunning(one));
  return (
    <section className="boxed" aria-labelledby={`export-${kind}`}>
      <h2 id={`export-${kind}`}>{heading}</h2>
      <p>{text}</p>
      <FormError message={error} />
      <p className="actions">
        <button
          type="button"
          className={kind === 'archive' ? 'primary' : undefined}
          aria-disabled={busy || isMade}
          onClick={() => {
            if (isMade) return;
            void send(async () => {
              await exportCalls.create({ kind });
              await revalidate();
            });
          }}
        >
          {action}
        </button>
      </p>
    </section>
  );
}

const names: Record<ExportKind, string> = { archive: 'Everything', static: 'Static copy' };

function Files({ exports }: { exports: readonly SiteExport[] }) {
  return (
    <section className="earlier" aria-labelledby="export-files">
      <h2 id="export-files">Your exports</h2>
      <ul>
        {exports.map((one) => (
          <li key={one.id}>
            <File one={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const stageText = ({ stage, done, total }: NonNullable<SiteExport['progress']>): string =>
  total > 0 ? `${stage}: ${formatNumber(done)} of ${formatNumber(total)}` : stage;

function File({ one }: { one: SiteExport }) {
  const { id, kind, date, state, progress, bytes, expires, message, downloadable } = one;
  const { busy, error, send } = useSend();
  const run = useAction();
  const withReauthentication = useReauthentication();
  const download = async () => {
    await withReauthentication(() => accountCalls.checkRecentSignIn());
    const link = document.createElement('a');
    link.href = exportCalls.file({ id });
    // A link, because the browser streams its response to disk; an export may be larger than memory.
    link.download = '';
    link.click();
  };
  return (
    <>
      <p>
        <strong>{names[kind]}</strong> from <FormattedDate date={date} style="full" />
        {bytes !== null && `, ${formatBytes(bytes)}`}
        {state === 'failed' && ' '}
        {state === 'failed' && <span className="chip failed">Failed</span>}
      </p>
      {isRunning(one) && (
        <ProgressBar
          label={`Progress of ${names[kind].toLowerCase()}`}
          fraction={progress && progress.total > 0 ? progress.done / progress.total : null}
          text={progress ? stageText(progress) : 'Waiting to be started …'}
          hideLabel
        />
      )}
      {message && <p className={state === 'failed' ? 'error' : 'soft'}>{message}</p>}
      {state === 'ready' && !downloadable && (
        <p className="soft">It is on another machine of this site. Open this screen there to download it.</p>
      )}
      {expires && (
        <p className="soft">
          Deleted on <FormattedDate date={expires} />.
        </p>
      )}
      <FormError message={error} />
      <p className="actions">
        {downloadable && (
          <button type="button" aria-disabled={busy} onClick={() => void send(download)}>
            Download
          </button>
        )}
        <button
          type="button"
          className="quiet danger"
          aria-label={`${isRunning(one) ? 'Cancel' : 'Delete'} the export “${names[kind]}”`}
          onClick={() =>
            void run(
              () => exportCalls.remove({ id }),
              isRunning(one) ? 'The export was canceled.' : 'The export was deleted.',
            )
          }
        >
          {isRunning(one) ? 'Cancel' : 'Delete'}
        </button>
      </p>
    </>
  );
}
