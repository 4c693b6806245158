import { type Blog, nowIso } from '../../../platform/blog.ts';
import { readSetting, writeSetting } from '../../../platform/db/settings.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { JobContext, RunJob } from '../../../platform/jobs/job.ts';
import { type Dsn, parseDsn, type Report } from '../../../platform/smtp/dsn.ts';
import { type MailboxState, mailboxSetting } from '../setup/change-settings.ts';
import { lastMailSent, markReturned, sentMails } from '../store/returned-mails.ts';
import { receiveAnswer } from './answers.ts';
import type { ReadPosition } from './imap.ts';
import { recordBounce } from './suppressions.ts';
import { soonMs } from './watch-bounces.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Reports come within minutes, or after the days that a server goes on trying. */
const watchedDays = 7;
const laterMs = 30 * minute;
const maxBackoffMs = 6 * 60 * minute;
/** A report about an older mail has no effect. */
const reportDays = 14;

type Stored = MailboxState & { position: ReadPosition | null; failures: number };
const fresh: Stored = { date_read: null, error: null, position: null, failures: 0 };

const readStored = async (blog: Blog): Promise<Stored> => ({
  ...fresh,
  ...JSON.parse((await readSetting(blog.db, mailboxSetting)) ?? '{}'),
});

/** Reads reports about undeliverable mail from the mailbox, as long as mails were sent in the last days. */
export const runBounces: RunJob = async (blog, _job, context) => {
  const imapUrl = blog.mail?.imapUrl;
  if (!imapUrl) return undefined;
  const now = blog.now().getTime();
  const sent = await lastMailSent(blog.db);
  if (sent === null || Date.parse(sent) < now - watchedDays * day) return undefined;
  const stored = await readStored(blog);
  const again = (ms: number) => ({ again: new Date(blog.now().getTime() + ms) });
  try {
    const { readReports } = await import('./imap.ts');
    const { position, isCut } = await readReports(
      imapUrl,
      stored.position,
      (raw) => handleReport(blog, context, raw),
      { signal: context.signal, now: blog.now() },
    );
    await write(blog, context, { date_read: nowIso(blog), error: null, position, failures: 0 });
    if (isCut) return again(0);
    return again(Date.parse(sent) > now - day ? soonMs : laterMs);
  } catch (error) {
    context.signal.throwIfAborted();
    const failures = stored.failures + 1;
    await write(blog, context, { ...stored, error: problemOf(error, imapUrl), failures });
    return again(Math.min(maxBackoffMs, soonMs * 2 ** Math.min(failures, 10)));
  }
};

async function write(blog: Blog, context: JobContext, stored: Stored): Promise<void> {
  await inTransaction(blog.db, async (tx) => {
    await context.fence(tx);
    await writeSetting(tx, mailboxSetting, JSON.stringify(stored));
  });
  context.progress(null);
}

/** In words for the owner, without the password. */
export function problemOf(error: unknown, imapUrl: string): string {
  const { message, responseText } = error as Error & { responseText?: string };
  const password = decodeURIComponent(new URL(imapUrl).password);
  const text = responseText ? `${message} (${responseText})` : String(message);
  return (password === '' ? text : text.replaceAll(password, '…'))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, 300);
}

/** False for a message that is neither a report about a mail of this site nor an answer to one: it is left as it is. */
async function handleReport(blog: Blog, context: JobContext, raw: Uint8Array): Promise<boolean> {
  const dsn = await parseDsn(raw);
  if (dsn === null) return receiveAnswer(blog, raw);
  return recordReport(blog, dsn, (tx) => context.fence(tx));
}

/**
 * Anyone can send a report, so it counts only if it names the Message-ID of a mail that was sent to exactly this recipient in the
 * last days: only the recipient and the servers on the way know it.
 */
export async function recordReport(
  blog: Blog,
  { messageIds, reports }: Dsn,
  fence: JobContext['fence'],
): Promise<boolean> {
  const since = new Date(blog.now().getTime() - reportDays * day).toISOString();
  return inTransaction(blog.db, async (tx) => {
    await fence(tx);
    let isKnown = false;
    for (const mail of await sentMails(tx, messageIds, since)) {
      const own = reports.filter(({ recipient }) => recipient === mail.address_key);
      const report = own.find(({ kind }) => kind === 'hard') ?? own[0];
      if (!report) continue;
      isKnown = true;
      await markReturned(tx, mail.id, { isFailed: report.kind === 'hard', response: responseOf(report) });
      if (report.kind === 'hard') await recordBounce(blog, tx, mail.address, report.detail);
    }
    return isKnown;
  });
}

const responseOf = ({ kind, detail }: Report): string =>
  kind === 'hard' ? `Returned: ${detail}` : `Not delivered yet, or refused: ${detail}`;
