import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { accountCalls } from '../../../core/accounts/admin/calls.ts';
import { useReauthentication } from '../../../core/accounts/admin/security/reauthenticate.tsx';
import type { OverviewSection } from '../../../core/site/admin/overview-section.ts';
import type { Overview } from '../../../core/site/api/site.ts';
import { FormError } from '../../../platform/admin/controls/form-error.tsx';
import { formatBytes } from '../../../platform/admin/controls/format.ts';
import { ProgressBar } from '../../../platform/admin/controls/progress-bar.tsx';
import { useSend } from '../../../platform/admin/data/use-send.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { backupMade } from '../../../platform/messages/owner.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { locale, plural, t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { Backup, BackupJob, BackupState } from '../api.ts';
import { backupCalls } from './calls.ts';

/** The age of the last backup, and warnings when there is none to rely on. */
export function Backups({ state }: { state: BackupState }) {
  const withReauthentication = useReauthentication();
  const { busy, error, send } = useSend();
  const { keep, newest, date, failed } = state;
  const { running, follow } = useRunningBackup(state);
  const backUp = async () => {
    if (!running) follow(await backupCalls.start());
  };
  const download = async ({ id }: Backup) => {
    await withReauthentication(() => accountCalls.checkRecentSignIn());
    const link = document.createElement('a');
    link.href = `${urls.api}/api/admin/backups/${id}`;
    // A link, because the browser streams its response to disk; a backup may be larger than memory.
    link.download = '';
    link.click();
  };
  return (
    <>
      {date ? (
        <p>
          {rich('The last backup is {age} old, from {date}.', {
            age: ageOf(date),
            date: (
              <>
                <FormattedDate date={date} style="full" />
                {newest && `, ${formatBytes(newest.bytes)}`}
              </>
            ),
          })}
        </p>
      ) : (
        keep > 0 && (
          <p>{t('There is no backup yet. The first one is made a day after the site was set up.')}</p>
        )
      )}
      {keep > 0 && date && isOld(date) && !failed && (
        <p className="error">
          {t('There should be a backup every day. The server log may say why there is none.')}
        </p>
      )}
      {failed && (
        <p className="error">
          {rich('The backup on {date} failed. {message}', {
            message: failed.message,
            date: <FormattedDate date={failed.date} style="full" />,
          })}
        </p>
      )}
      {newest && newest.missing > 0 && (
        <p className="error">
          {plural(newest.missing, {
            one: '1 image file was missing on the server when it was made.',
            other: '{count} image files were missing on the server when it was made.',
          })}
        </p>
      )}
      {newest?.pictures === 'in_bucket' && (
        <p className="soft">
          {t('It contains the database. The images are in the S3 bucket, which needs a backup of its own.')}
        </p>
      )}
      {keep === 0 && <p className="soft">{t('Automatic backups are off: BACKUPS_KEEP is 0.')}</p>}
      <FormError message={error} />
      <div className="actions">
        {newest && (
          <button type="button" aria-disabled={busy} onClick={() => send(() => download(newest))}>
            {t('Download it')}
          </button>
        )}
        {keep > 0 && (
          <button type="button" aria-disabled={busy || running !== null} onClick={() => send(backUp)}>
            {t('Back up now')}
          </button>
        )}
      </div>
      {running && (
        <ProgressBar
          label={t('Progress of the backup')}
          fraction={fractionOf(running)}
          text={textOf(running)}
          hideLabel
        />
      )}
    </>
  );
}

export const backupsSection: OverviewSection = {
  id: 'backups',
  Section: ({ overview }: { overview: Overview & { backups?: BackupState } }) =>
    overview.backups && (
      <>
        <h2>{t('Backups')}</h2>
        <Backups state={overview.backups} />
      </>
    ),
};

const pollMs = 1000;

/** The backup that is being made, whichever window or server started it; the screen is loaded again when it has ended. */
function useRunningBackup(state: BackupState) {
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  const [running, setRunning] = useState(state.running);
  useEffect(() => setRunning(state.running), [state]);
  const isRunning = running !== null;
  useEffect(() => {
    if (!isRunning) return;
    let isEnded = false;
    const timer = setInterval(async () => {
      if (document.hidden) return;
      // The server may be restarting; the job continues afterwards.
      const now = await backupCalls.state().catch(() => null);
      if (!now || isEnded) return;
      setRunning(now.running);
      if (now.running) return;
      isEnded = true;
      if (!now.failed) notify(backupMade);
      await revalidate();
    }, pollMs);
    return () => {
      isEnded = true;
      clearInterval(timer);
    };
  }, [isRunning, notify, revalidate]);
  return { running, follow: (now: BackupState) => setRunning(now.running) };
}

const stages: Record<NonNullable<BackupJob['progress']>['stage'], string> = {
  copy: t('Copying the database'),
  check: t('Checking the copy'),
  pack: t('Compressing the copy'),
  images: t('Adding the images'),
};

const fractionOf = ({ progress }: BackupJob): number | null =>
  progress?.stage === 'pack' && progress.total > 0 ? progress.done / progress.total : null;

const textOf = ({ progress }: BackupJob): string => {
  if (!progress) return t('Waiting to be started …');
  const { stage, done, total } = progress;
  return stage === 'pack'
    ? t('{stage}: {done} of {total}', {
        stage: stages.pack,
        done: formatBytes(done),
        total: formatBytes(total),
      })
    : `${stages[stage]} …`;
};

const hour = 60 * 60 * 1000;

const isOld = (date: string): boolean => Date.now() - new Date(date).getTime() > 50 * hour;

/** '3 hours'. Never negative, even if the browser's clock is slow. */
function ageOf(date: string): string {
  const hours = Math.max(0, (Date.now() - new Date(date).getTime()) / hour);
  if (hours < 1) return t('less than an hour');
  const [count, unit] = hours < 48 ? [Math.floor(hours), 'hour'] : [Math.floor(hours / 24), 'day'];
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
