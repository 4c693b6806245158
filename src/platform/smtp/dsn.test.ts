import { expect, test } from 'vitest';
import { reportsOf as returned } from '../../../tests/support/returned-mail.ts';
import { looksLikeReport, parseDsn, readBytes } from './dsn.ts';

const mail = { messageId: '<abc123@blog.example.org>', recipient: 'Reader@Example.net' };
const bytes = (text: string) => Buffer.from(text, 'latin1');
const headersOf = (text: string) => text.slice(0, text.indexOf('\r\n\r\n'));

test.each(['postfix', 'exim', 'oldExim', 'exchange', 'gmail', 'qmail'] as const)(
  'a report of %s',
  async (name) => {
    const text = returned[name](mail);
    expect(looksLikeReport(headersOf(text))).toBe(true);
    const dsn = await parseDsn(bytes(text));
    expect(dsn?.messageIds).toContain(mail.messageId);
    expect(dsn?.reports).toEqual([
      { recipient: 'reader@example.net', kind: 'hard', detail: expect.stringMatching(/550/) },
    ]);
  },
);

test('a folded diagnostic is one line', async () => {
  const dsn = await parseDsn(bytes(returned.postfix(mail)));
  expect(dsn?.reports[0]?.detail).toBe('550 5.1.1 No such user in this domain');
});

test.each([
  ['451', '4.2.1', 'soft'],
  ['552', '5.2.2', 'soft'],
  ['554', '5.7.1', 'soft'],
  ['550', '5.7.26', 'soft'],
  ['550', '5.1.1', 'hard'],
  ['550', '5.1.10', 'hard'],
  ['550', '5.4.1', 'hard'],
  ['554', '5.0.0', 'hard'],
])('%s %s is %s', async (code, status, kind) => {
  const dsn = await parseDsn(bytes(returned.postfix({ ...mail, code, status })));
  expect(dsn?.reports).toMatchObject([{ kind }]);
});

test('a delivery that succeeded is no bounce', async () => {
  const text = returned.postfix(mail).replace('Action: failed', 'Action: relayed');
  expect(await parseDsn(bytes(text))).toBeNull();
});

test.each([
  [
    'an answer',
    'From: Reader <reader@example.net>\r\nSubject: Re: A post\r\nIn-Reply-To: <abc123@blog.example.org>',
  ],
  ['a newsletter', 'From: News <news@example.com>\r\nList-Id: <news.example.com>\r\nContent-Type: text/html'],
])('%s is not read', async (_name, headers) => {
  expect(looksLikeReport(headers)).toBe(false);
  expect(await parseDsn(bytes(`${headers}\r\n\r\n550 5.1.1 reader@example.net\r\n`))).toBeNull();
});

test('several recipients of one report', async () => {
  const text = returned
    .postfix(mail)
    .replace(
      'Reporting-MTA: dns; mail.example.org\r\n',
      'Reporting-MTA: dns; mail.example.org\r\n\r\nFinal-Recipient: rfc822; other@example.net\r\nAction: delayed\r\nStatus: 4.4.1\r\n',
    );
  expect((await parseDsn(bytes(text)))?.reports).toMatchObject([
    { recipient: 'other@example.net', kind: 'soft' },
    { recipient: 'reader@example.net', kind: 'hard' },
  ]);
});

const nested = (depth: number): string => {
  let head = '';
  for (let level = 0; level < depth; level++)
    head += `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`;
  return `From: MAILER-DAEMON@example.org\r\n${head}Content-Type: text/plain\r\n\r\n<reader@example.net>:\r\n550\r\n`;
};

test.each([
  ['nested 5,000 deep', nested(5000)],
  ['messages within messages', 'Content-Type: message/rfc822\r\n\r\n'.repeat(5000)],
  [
    'thousands of parts',
    `From: MAILER-DAEMON@example.org\r\nContent-Type: multipart/report; boundary=b\r\n\r\n${'--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\n\r\n'.repeat(20_000)}`,
  ],
  [
    'thousands of recipients',
    `From: MAILER-DAEMON@example.org\r\nContent-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n${'\r\nFinal-Recipient: rfc822; a@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n'.repeat(50_000)}`,
  ],
  ['headers without end', `From: MAILER-DAEMON@example.org\r\n${'X-A: b\r\n'.repeat(400_000)}`],
  ['one endless line', `From: MAILER-DAEMON@example.org\r\nSubject: ${'a'.repeat(3_000_000)}`],
  ['25 MB', `${returned.postfix(mail)}${'x'.repeat(25_000_000)}`],
  [
    'a wrong charset',
    `From: MAILER-DAEMON@example.org\r\nContent-Type: text/plain; charset=no-such-thing\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!not base64!!!\u00ff\u00fe`,
  ],
  ['nothing', ''],
])('%s: read in little time and memory', async (_name, text) => {
  const raw = bytes(text);
  // The cause is the limit, not a fast machine: no more than this is ever parsed.
  const before = await parseDsn(raw.subarray(0, readBytes));
  const dsn = await parseDsn(raw);
  expect(dsn).toEqual(before);
  expect(dsn?.reports.length ?? 0).toBeLessThanOrEqual(50);
  expect(dsn?.messageIds.length ?? 0).toBeLessThanOrEqual(20);
});
