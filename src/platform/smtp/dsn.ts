import PostalMime, { type Email } from 'postal-mime';
import { addressKey, normalizedAddress } from '../http/api/mail-address.ts';

/** What a report says about one recipient. */
export type Report = {
  /** The key of the address; null when the report does not say whom it is about. */
  recipient: string | null;
  kind: 'hard' | 'soft';
  /** Such as `550 5.1.1 No such user`. */
  detail: string;
};

/** A report about undeliverable mail: the Message-IDs that it names, and what it says about recipients. */
export type Dsn = { messageIds: string[]; reports: Report[] };

/** How much of a message is read: the report comes before the returned message. */
export const readBytes = 256 * 1024;
const maxHeadersBytes = 64 * 1024;
const maxNesting = 20;
const maxRecipients = 50;
const maxIds = 20;
const maxDetailLength = 300;

/** Whether headers could be those of a report, so that the message is worth reading. */
export function looksLikeReport(headers: string): boolean {
  const fields = fieldsOf(headers);
  const from = fields.get('from') ?? '';
  return (
    /multipart\/report/i.test(fields.get('content-type') ?? '') ||
    fields.has('x-failed-recipients') ||
    /^<>$/.test(fields.get('return-path') ?? '') ||
    /mailer-daemon|postmaster/i.test(from)
  );
}

/** Reads a report by RFC 3464, or one in the words of qmail and older servers. Null if it is none. */
export async function parseDsn(raw: Uint8Array): Promise<Dsn | null> {
  const mail = await parsed(raw.subarray(0, readBytes));
  if (!mail) return null;
  const parts = mail.attachments.map(({ mimeType, content }) => ({
    type: mimeType.toLowerCase(),
    text: typeof content === 'string' ? content : new TextDecoder().decode(content),
  }));
  const status = parts.filter(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type));
  const returned = parts.filter(({ type }) =>
    /^(?:message\/(?:rfc822|global)|text\/rfc822-headers)/.test(type),
  );
  const text = mail.text ?? plainOf(mail.html ?? '');
  const reports =
    status.length > 0 ? status.flatMap((part) => statusReports(part.text)) : textReports(mail, text);
  if (reports.length === 0) return null;
  const messageIds = [
    ...returned.flatMap((part) => idsIn(fieldsOf(part.text).get('message-id'))),
    ...idsIn(mail.inReplyTo),
    ...idsIn(mail.references),
    // Of a message that is quoted as text.
    ...[...text.matchAll(/^[ \t>]{0,10}Message-ID:[ \t]{0,10}(<[^<>\s]{1,250}>)/gim)].map(
      ([, id = '']) => id,
    ),
  ];
  return { messageIds: [...new Set(messageIds)].slice(0, maxIds), reports: reports.slice(0, maxRecipients) };
}

async function parsed(raw: Uint8Array): Promise<Email | null> {
  try {
    return await PostalMime.parse(raw, {
      forceRfc822Attachments: true,
      maxNestingDepth: maxNesting,
      maxHeadersSize: 4 * maxHeadersBytes,
    });
  } catch {
    // Nested too deep, or headers without end.
    return null;
  }
}

/** The header fields of a message or of a part of a report; the first of several with the same name. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  let name = '';
  for (const line of text.slice(0, maxHeadersBytes).split('\n')) {
    const bare = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (bare === '') break;
    if (/^[ \t]/.test(bare)) {
      if (name !== '') fields.set(name, `${fields.get(name)} ${bare.trim()}`);
      continue;
    }
    const at = bare.indexOf(':');
    name = at > 0 ? bare.slice(0, at).trim().toLowerCase() : '';
    if (name === '' || fields.has(name)) name = '';
    else fields.set(name, bare.slice(at + 1).trim());
  }
  return fields;
}

const idsIn = (text = ''): string[] => text.slice(0, maxHeadersBytes).match(/<[^<>\s]{1,250}>/g) ?? [];

function statusReports(text: string): Report[] {
  return text
    .slice(0, readBytes)
    .split(/\n\r?\n/)
    .flatMap((block) => {
      const fields = fieldsOf(block.trimStart());
      const action = (fields.get('action') ?? '').toLowerCase();
      const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0];
      if (!status || !['failed', 'delayed'].includes(action)) return [];
      const diagnostic = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]{1,20};\s?/, '');
      const detail = oneLine(diagnostic.includes(status) ? diagnostic : `${status} ${diagnostic}`);
      const kind = action === 'failed' ? kindOf(status) : ('soft' as const);
      const recipients = ['original-recipient', 'final-recipient']
        .map((name) => keyOf((fields.get(name) ?? '').replace(/^[\w-]{1,20};/, '')))
        .filter((recipient) => recipient !== null);
      return [...new Set(recipients)].map((recipient) => ({ recipient, kind, detail }));
    });
}

/**
 * Reports without a part for programs: the failed recipients are in a header (Exim, Gmail), or each in a paragraph that begins with
 * its address (qmail).
 */
function textReports(mail: Email, text: string): Report[] {
  const header = mail.headers.find(({ key }) => key === 'x-failed-recipients')?.value ?? '';
  const named = header
    .split(',')
    .slice(0, maxRecipients)
    .map(keyOf)
    .filter((key) => key !== null);
  const paragraphs = text.slice(0, readBytes).split(/\n\r?\n/);
  if (named.length > 0)
    return named.map((recipient) => {
      const about =
        paragraphs.find((part) => part.toLowerCase().includes(recipient)) ?? text.slice(0, maxHeadersBytes);
      return { recipient, ...saidIn(about) };
    });
  const isBounce =
    /mailer-daemon|postmaster/i.test(mail.from?.address ?? '') || /<>/.test(mail.returnPath ?? '');
  if (!isBounce) return [];
  return paragraphs.flatMap((part) => {
    const [, address = ''] = /^\s{0,10}<([^<>\s]{1,254})>:/.exec(part) ?? [];
    const recipient = keyOf(address);
    return recipient === null ? [] : [{ recipient, ...saidIn(part.slice(part.indexOf('>:') + 2)) }];
  });
}

function saidIn(text: string): Pick<Report, 'kind' | 'detail'> {
  const status = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0];
  const code = /\b[45]\d\d\b/.exec(text)?.[0];
  // Without any code it is not known to be final.
  const kind = status ? kindOf(status) : code?.startsWith('5') ? 'hard' : 'soft';
  return { kind, detail: oneLine(text) };
}

/**
 * RFC 3463. A full mailbox, a mail that is too large and a policy (such as a spam filter) say nothing about whether the address
 * exists, so they are no reason to never write to it again.
 */
const kindOf = (status: string): Report['kind'] =>
  status.startsWith('5.') && !/^5\.(?:2\.[23]|3\.[14]|7\.\d{1,3})$/.test(status) ? 'hard' : 'soft';

function keyOf(address: string): string | null {
  const bare = address.trim().replace(/^<|>$/g, '');
  const normalized = normalizedAddress(bare);
  return normalized === null ? null : addressKey(normalized);
}

const oneLine = (text: string): string =>
  text
    .slice(0, 4000)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxDetailLength);

const plainOf = (html: string): string =>
  html.replace(/<(?:br|\/p|\/div)[^<>]{0,100}>/gi, '\n').replace(/<[^<>]{0,1000}>/g, '');
