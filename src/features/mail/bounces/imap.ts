import { ImapFlow } from 'imapflow';
import { looksLikeReport, readBytes } from '../../../platform/smtp/dsn.ts';
import { looksLikeAnswer } from './answers.ts';

/** How far a mailbox was read. UIDs count up, until the server renumbers them and says so by another UIDVALIDITY. */
export type ReadPosition = { validity: string; uid: number };

type MailboxReading = {
  position: ReadPosition;
  /** Whether there may be more. */
  isCut: boolean;
};

/** Messages looked at in one run. Most of them cost a few headers only. */
const maxMessages = 500;
const maxReports = 100;
const stepMs = 20_000;
const firstLookDays = 7;

const reportHeaders = ['content-type', 'from', 'return-path', 'x-failed-recipients', 'in-reply-to'];

/**
 * Passes new unseen messages that look like reports or answers to `handle`, and marks those as seen that it recognized. Everything else stays
 * as it is: nothing is deleted, and other mail stays unseen.
 */
export async function readReports(
  imapUrl: string,
  from: ReadPosition | null,
  handle: (raw: Uint8Array) => Promise<boolean>,
  { signal, now, ca }: { signal: AbortSignal; now: Date; ca?: string },
): Promise<MailboxReading> {
  const client = new ImapFlow({ ...optionsOf(imapUrl), ...(ca !== undefined && { tls: { ca } }) });
  // Errors reach the command that waits; without a listener, one of an idle connection would end the process.
  client.on('error', () => {});
  const stop = () => client.close();
  signal.addEventListener('abort', stop);
  try {
    await client.connect();
    const { uidValidity } = await client.mailboxOpen(mailboxOf(imapUrl));
    const validity = String(uidValidity);
    const last = from?.validity === validity ? from.uid : 0;
    const since = new Date(now.getTime() - firstLookDays * 24 * 60 * 60 * 1000);
    const found = await client.search(
      { seen: false, ...(last > 0 ? { uid: `${last + 1}:*` } : { since }) },
      { uid: true },
    );
    // `n:*` has the last message even if its UID is smaller than n.
    const uids = (Array.isArray(found) ? found : []).filter((uid) => uid > last).sort((a, b) => a - b);
    const looked = uids.slice(0, maxMessages);
    const reports = (await candidates(client, looked)).slice(0, maxReports);
    for (const uid of reports) {
      signal.throwIfAborted();
      const message = await client.fetchOne(String(uid), { source: { maxLength: readBytes } }, { uid: true });
      const source = message ? message.source : undefined;
      if (source && (await handle(source)))
        await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
    }
    const isCut = reports.length === maxReports || uids.length > maxMessages;
    const lastRead = reports.length === maxReports ? reports.at(-1) : looked.at(-1);
    await client.logout();
    return { position: { validity, uid: lastRead ?? last }, isCut };
  } finally {
    signal.removeEventListener('abort', stop);
    client.close();
  }
}

/** Signs in and opens the mailbox, to see whether that works. */
export async function openMailbox(imapUrl: string): Promise<void> {
  const client = new ImapFlow(optionsOf(imapUrl));
  client.on('error', () => {});
  try {
    await client.connect();
    await client.mailboxOpen(mailboxOf(imapUrl), { readOnly: true });
    await client.logout();
  } finally {
    client.close();
  }
}

/** Those that look like reports or answers, by their headers. */
async function candidates(client: ImapFlow, uids: readonly number[]): Promise<number[]> {
  if (uids.length === 0) return [];
  const found: number[] = [];
  for await (const { uid, headers } of client.fetch(
    uids.join(','),
    { uid: true, headers: reportHeaders },
    { uid: true },
  ))
    if (isWorthReading(headers?.toString() ?? '')) found.push(uid);
  return found.sort((a, b) => a - b);
}

const isWorthReading = (headers: string): boolean => looksLikeReport(headers) || looksLikeAnswer(headers);

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function optionsOf(imapUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(imapUrl);
  const secure = protocol === 'imaps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    // A password is never sent in clear, except to the same machine.
    ...(!secure && { doSTARTTLS: !loopback.test(hostname) }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false as const,
    disableAutoIdle: true,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
  };
}

/** imaps://…/Returns reads the mailbox Returns. */
const mailboxOf = (imapUrl: string): string =>
  decodeURIComponent(new URL(imapUrl).pathname.slice(1)) || 'INBOX';
