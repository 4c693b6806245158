import { useEffect } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { accountCalls } from '../../../core/accounts/admin/calls.ts';
import { useReauthentication } from '../../../core/accounts/admin/security/reauthenticate.tsx';
import type { PublicSite } from '../../../core/site/api/site.ts';
import { useSite } from '../../../core/site/pages/site-context.ts';
import { FormError } from '../../../platform/admin/controls/form-error.tsx';
import { formatBytes } from '../../../platform/admin/controls/format.ts';
import { ProgressBar } from '../../../platform/admin/controls/progress-bar.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useAction } from '../../../platform/admin/data/use-action.ts';
import { useSend } from '../../../platform/admin/data/use-send.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { rich } from '../../../platform/messages/rich.ts';
import { locale, t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { ExportKind, SiteExport } from '../api.ts';
import { exportCalls } from './calls.ts';
import '../../../platform/admin/transfer.css';

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
  const personal = [t('Drafts'), ...parts.flatMap((part) => part(site) ?? [])].join(', ');
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
      <ScreenTitle>{t('Export')}</ScreenTitle>
      <p>
        {t(
          'Your blog is yours. Take all of it along as one file, made in the background; you can leave this screen meanwhile. The file can be downloaded for a week.',
        )}
      </p>
      <div className="export-kinds">
        <Kind
          kind="archive"
          heading={t('Everything')}
          action={t('Make an export')}
          exports={exports}
          text={t(
            'A zip for other programs and for this one: posts and pages as Markdown that Hugo and Jekyll build, original images, comments, votes, redirects and settings, and the same as files for WordPress and Ghost. {personal} and comments that wait for approval are in it; passwords are not.',
            { personal },
          )}
        />
        <Kind
          kind="static"
          heading={t('Static copy')}
          action={t('Make a static copy')}
          exports={exports}
          text={t(
            'A zip of the public site as readers see it: HTML pages, images and feeds, which any web server can serve. It has no drafts; search, voting and commenting need the real site.',
          )}
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

const names: Record<ExportKind, string> = { archive: t('Everything'), static: t('Static copy') };

function Files({ exports }: { exports: readonly SiteExport[] }) {
  return (
    <section className="earlier" aria-labelledby="export-files">
      <h2 id="export-files">{t('Your exports')}</h2>
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
  total > 0 ? t('{stage}: {done} of {total}', { stage, done, total }) : stage;

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
        {rich('{name} from {date}', {
          name: <strong>{names[kind]}</strong>,
          date: <FormattedDate date={date} style="full" />,
        })}
        {bytes !== null && `, ${formatBytes(bytes)}`}
        {state === 'failed' && ' '}
        {state === 'failed' && <span className="chip failed">{t('Failed')}</span>}
      </p>
      {isRunning(one) && (
        <ProgressBar
          label={t('Progress of {name}', { name: names[kind].toLocaleLowerCase(locale()) })}
          fraction={progress && progress.total > 0 ? progress.done / progress.total : null}
          text={progress ? stageText(progress) : t('Waiting to be started …')}
          hideLabel
        />
      )}
      {message && <p className={state === 'failed' ? 'error' : 'soft'}>{message}</p>}
      {state === 'ready' && !downloadable && (
        <p className="soft">
          {t('It is on another machine of this site. Open this screen there to download it.')}
        </p>
      )}
      {expires && (
        <p className="soft">{rich('Deleted on {date}.', { date: <FormattedDate date={expires} /> })}</p>
      )}
      <FormError message={error} />
      <p className="actions">
        {downloadable && (
          <button type="button" aria-disabled={busy} onClick={() => void send(download)}>
            {t('Download')}
          </button>
        )}
        <button
          type="button"
          className="quiet danger"
          aria-label={
            isRunning(one)
              ? t('Cancel the export “{name}”', { name: names[kind] })
              : t('Delete the export “{name}”', { name: names[kind] })
          }
          onClick={() =>
            void run(
              () => exportCalls.remove({ id }),
              isRunning(one) ? t('The export was canceled.') : t('The export was deleted.'),
            )
          }
        >
          {isRunning(one) ? t('Cancel') : t('Delete')}
        </button>
      </p>
    </>
  );
}
