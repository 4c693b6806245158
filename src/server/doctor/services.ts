import type { Config } from '../../config.ts';
import { type Finding, ok, problem, warning } from '../../platform/findings.ts';
import { storedSettings } from './database.ts';
import * as messages from './messages.ts';

const mailMs = 15_000;

/** Errors of mail and S3 say what is wrong, without secrets. */
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A site without an administrator has a stored claim link, from its first start until it is claimed. */
export async function checkOwner(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Finding[]> {
  const settings = await storedSettings(config, ['claim']);
  return settings?.has('claim') ? [warning(messages.notClaimed, messages.claimIt())] : [];
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
  using transport = new MailTransport({ server, hostname });
  try {
    await transport.open();
    return [ok(messages.mailAccepted(name, server.login !== null))];
  } catch (error) {
    return [problem(messages.mailRefused(name, messageOf(error)), messages.checkSmtpUrl)];
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
