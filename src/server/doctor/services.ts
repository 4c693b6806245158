import path from 'node:path';
import type { Config } from '../../config.ts';
import { newestBackup } from '../../features/backup/archive/stored.ts';
import { type Finding, ok, problem, warning } from '../../platform/findings.ts';
import { storedSettings } from './database.ts';
import * as messages from './messages.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** A daily backup may be late by the time that a machine was off. */
const oldBackupMs = 3 * dayMs;
const mailMs = 15_000;

/** Errors of mail and S3 say what is wrong, without secrets. */
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Backups = Pick<Config, 'dataDir' | 'databaseUrl' | 'backupsKeep'>;

/** When the last backup was made, whether one failed since, and whether the files are there. */
export async function checkBackups(config: Backups, now = new Date()): Promise<Finding[]> {
  if (config.backupsKeep === 0) return [warning(messages.backupsOff, messages.switchBackupsOn)];
  const settings = await storedSettings(config, ['backups', 'site_id']);
  if (settings === null) return [ok(messages.backupsLater)];
  const { made, failed } = backupRecord(settings.get('backups'));
  const folder = path.join(config.dataDir, 'backups');
  const found: Finding[] = [];
  if (failed && (made === undefined || failed.date > made))
    found.push(problem(messages.backupFailed(failed.date, failed.message), messages.repeatBackup));
  if (made === undefined) return found.length > 0 ? found : [ok(messages.backupsLater)];
  if ((await newestBackup(folder, settings.get('site_id'))) === null)
    found.push(problem(messages.backupsGone(made, folder), messages.repeatBackup));
  else if (now.getTime() - Date.parse(made) > oldBackupMs)
    found.push(warning(messages.backupOld(made), messages.keepRunning));
  return found.length > 0 ? found : [ok(messages.backupMade(made, folder))];
}

/** A site without an administrator has a stored claim link, from its first start until it is claimed. */
export async function checkOwner(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Finding[]> {
  const settings = await storedSettings(config, ['claim']);
  return settings?.has('claim') ? [warning(messages.notClaimed, messages.claimIt)] : [];
}

type BackupRecord = { made?: string; failed?: { date: string; message: string } };

function backupRecord(text = '{}'): BackupRecord {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Whether the SMTP server answers and lets the site in. It sends no mail. */
export async function checkMail({ mail, siteUrl }: Pick<Config, 'mail' | 'siteUrl'>): Promise<Finding[]> {
  if (!mail) return [ok(messages.mailOff)];
  const [{ smtpServer }, { MailTransport }] = await Promise.all([
    import('../../platform/smtp/smtp-url.ts'),
    import('../../platform/smtp/transport.ts'),
  ]);
  const server = { ...smtpServer(mail.smtpUrl), timeoutMs: mailMs };
  const name = `${server.host}:${server.port}`;
  const hostname = siteUrl === null ? 'localhost' : new URL(siteUrl).hostname;
  const transport = new MailTransport({ server, hostname });
  try {
    await transport.open();
    return [ok(messages.mailAccepted(name, server.login !== null))];
  } catch (error) {
    return [problem(messages.mailRefused(name, messageOf(error)), messages.checkSmtpUrl)];
  } finally {
    transport.close();
  }
}

/** Whether the bucket can be read. Images on the disk are part of the data folder. */
export async function checkImageStore({ s3 }: Pick<Config, 's3'>): Promise<Finding[]> {
  if (!s3) return [];
  const { S3Client } = await import('../../platform/files/s3-client.ts');
  try {
    await new S3Client(s3).list('').next();
    return [ok(messages.bucketReadable(s3.bucket))];
  } catch (error) {
    return [problem(messages.bucketRefused(s3.bucket, messageOf(error)), messages.checkS3)];
  }
}
