import type { Config } from '../../config.ts';
import type { StoredSettings } from '../../platform/feature.ts';
import { type Finding, ok, problem, warning } from '../../platform/findings.ts';
import { commandLine } from '../../platform/messages/command-line.ts';
import { t } from '../../platform/messages/translate.ts';
import { backupsFolder } from './archive/backups.ts';
import { newestBackup } from './archive/stored.ts';
import { parseRecord } from './backups.ts';

/** A daily backup may be late by the time that a machine was off. */
const oldBackupMs = 3 * 24 * 60 * 60 * 1000;

const backupsOff = t('Backups: switched off (BACKUPS_KEEP=0)');
const switchBackupsOn = () =>
  t('Remove BACKUPS_KEEP, or run "{command}" regularly and keep the file on another machine.', {
    command: `${commandLine('backup')} FILE`,
  });
const backupsLater = t('Backups: the first one is made when the site is a day old');
const backupMade = (date: string, folder: string) =>
  t('Backups: the last one was made {date}, in {folder}', { date, folder });
const backupFailed = (date: string, reason: string) =>
  t('Backups: the last one failed {date}: {reason}', { date, reason });
const backupsGone = (date: string, folder: string) =>
  t('Backups: one was made {date}, but there is none in {folder}', { date, folder });
const repeatBackup = () =>
  t('Repair the cause and make one now: "{command}", or Backups in the admin area.', {
    command: `${commandLine('backup')} FILE`,
  });
const backupOld = (date: string) => t('Backups: the last one was made {date}', { date });
const keepRunning = t('A site makes one a day while it runs. Look into its log if it has been running.');

/** When the last backup was made, whether one failed since, and whether the files are there. */
export async function checkBackups(
  { dataDir, backupsKeep }: Pick<Config, 'dataDir' | 'backupsKeep'>,
  readSettings: StoredSettings,
): Promise<Finding[]> {
  if (backupsKeep === 0) return [warning(backupsOff, switchBackupsOn())];
  const settings = await readSettings(['backups', 'site_id']);
  if (settings === null) return [ok(backupsLater)];
  const { made, failed } = parseRecord(settings.get('backups'));
  const folder = backupsFolder(dataDir);
  const found: Finding[] = [];
  if (failed && (made === undefined || failed.date > made))
    found.push(problem(backupFailed(failed.date, failed.message), repeatBackup()));
  if (made === undefined) return found.length > 0 ? found : [ok(backupsLater)];
  if ((await newestBackup(folder, settings.get('site_id'))) === null)
    found.push(problem(backupsGone(made, folder), repeatBackup()));
  else if (Date.now() - Date.parse(made) > oldBackupMs) found.push(warning(backupOld(made), keepRunning));
  return found.length > 0 ? found : [ok(backupMade(made, folder))];
}
