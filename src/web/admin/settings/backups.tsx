import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Backup, BackupState } from '../../../contract/backups.ts';
import { urls } from '../../../contract/urls.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { FormError } from '../controls/form-error.tsx';
import { formatBytes } from '../controls/format.ts';
import { adminApi } from '../data/admin-api.ts';
import { useSend } from '../data/use-send.ts';
import { useNotices } from '../frame/notices.tsx';
import { useReauthentication } from '../security/reauthenticate.tsx';

/** How old the last backup is, and the way to one: the owner sees at once when there is none to rely on. */
export function Backups({ state }: { state: BackupState }) {
  const { notify } = useNotices();
  const withReauthentication = useReauthentication();
  const { revalidate } = useRevalidator();
  const { busy, error, send } = useSend();
  const { keep, newest, date, failed } = state;
  const [backingUp, setBackingUp] = useState(false);
  const backUp = async () => {
    setBackingUp(true);
    try {
      await adminApi.backUp();
    } finally {
      setBackingUp(false);
    }
    notify('A backup was made.');
    await revalidate();
  };
  const download = async ({ id }: Backup) => {
    await withReauthentication(() => adminApi.checkRecentSignIn());
    const link = document.createElement('a');
    link.href = `${urls.api}/api/admin/backups/${id}`;
    // The browser writes the answer to disk as it comes, however large the site is.
    link.download = '';
    link.click();
  };
  return (
    <>
      <h2>Backups</h2>
      {date ? (
        <p>
          The last backup is {ageOf(date)} old, of <FormattedDate date={date} style="full" />
          {newest && `, ${formatBytes(newest.bytes)}`}.
        </p>
      ) : (
        keep > 0 && <p>There is no backup yet. The first one is made when the site is a day old.</p>
      )}
      {keep > 0 && date && isOld(date) && !failed && (
        <p className="error">
          There should be one of every day; the log of the server may say why there is not.
        </p>
      )}
      {failed && (
        <p className="error">
          The attempt of <FormattedDate date={failed.date} style="full" /> failed. {failed.message}
        </p>
      )}
      {newest && newest.missing > 0 && (
        <p className="error">{newest.missing} picture files were missing on the server when it was made.</p>
      )}
      {newest?.pictures === 'in_bucket' && (
        <p className="soft">
          It holds the database; pictures are in the bucket, which needs a backup of its own.
        </p>
      )}
      {keep === 0 && <p className="soft">This site makes none by itself: BACKUPS_KEEP is 0.</p>}
      <FormError message={error} />
      <div className="actions">
        {newest && (
          <button type="button" aria-disabled={busy} onClick={() => send(() => download(newest))}>
            Download it
          </button>
        )}
        {keep > 0 && (
          <button type="button" aria-disabled={busy} onClick={() => send(backUp)}>
            {backingUp ? 'Backing up …' : 'Back up now'}
          </button>
        )}
      </div>
    </>
  );
}

const hour = 60 * 60 * 1000;

const isOld = (date: string): boolean => Date.now() - new Date(date).getTime() > 50 * hour;

/** '3 hours', in words; clocks of browsers may be behind. */
function ageOf(date: string): string {
  const hours = Math.max(0, (Date.now() - new Date(date).getTime()) / hour);
  if (hours < 1) return 'less than an hour';
  const [count, unit] = hours < 48 ? [Math.floor(hours), 'hour'] : [Math.floor(hours / 24), 'day'];
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
