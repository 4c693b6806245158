import { useRevalidator } from 'react-router';
import type { BackupState } from '../../contract/backups.ts';
import { urls } from '../../contract/urls.ts';
import { ShownDate } from '../ui/shown-date.tsx';
import { adminApi } from './admin-api.ts';
import { useNotices } from './notices.tsx';
import { formatBytes } from './shown.ts';
import { useSend } from './use-send.ts';

/** How old the last backup is, and the way to one: the owner sees at once when there is none to rely on. */
export function Backups({ state }: { state: BackupState }) {
  const { say } = useNotices();
  const { revalidate } = useRevalidator();
  const { busy, problem, send } = useSend();
  const { keep, newest, date, failed } = state;
  const backUp = async () => {
    await adminApi.backUp();
    say('A backup was made.');
    await revalidate();
  };
  return (
    <>
      <h2>Backups</h2>
      {date ? (
        <p>
          The last backup is {ageOf(date)} old, of <ShownDate date={date} style="full" />
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
          The attempt of <ShownDate date={failed.date} style="full" /> failed. {failed.message}
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
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <div className="actions">
        {newest && (
          <a className="button" href={`${urls.api}/api/admin/backups/${newest.id}`} download>
            Download it
          </a>
        )}
        {keep > 0 && (
          <button type="button" disabled={busy} onClick={() => send(backUp)}>
            {busy ? 'Backing up …' : 'Back up now'}
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
