import { generateKeyPairSync } from 'node:crypto';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { composeMail, type OutgoingMail } from './compose.ts';

const mail = (change: Partial<OutgoingMail> = {}): OutgoingMail => ({
  from: { name: 'A blog', address: 'blog@example.org' },
  to: 'reader@example.net',
  messageId: '<0123456789abcdef@example.org>',
  date: new Date('2026-03-01T12:00:00Z'),
  content: {
    subject: 'A post',
    html: '<p>Grüße</p>',
    text: 'Grüße\n',
    unsubscribeUrl: 'https://example.org/subscribe/17-abc/stop',
  },
  list: { id: 'newsletter.example.org', name: 'A blog' },
  ...change,
});

const written = async (given: OutgoingMail) => {
  const raw = (await composeMail(given, null)).toString('utf8');
  const parsed = await PostalMime.parse(raw);
  return { raw, head: raw.slice(0, raw.indexOf('\r\n\r\n')), parsed };
};
const names = (head: string) =>
  head
    .split('\r\n')
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
    .sort();

const newsletterHeaders = [
  'content-type',
  'date',
  'from',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'message-id',
  'mime-version',
  'subject',
  'to',
];

describe('a message', () => {
  test('has the headers of its kind', async () => {
    const newsletter = await written(mail());
    expect(names(newsletter.head)).toEqual(newsletterHeaders);
    const header = (name: string) => newsletter.parsed.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toBe('<https://example.org/subscribe/17-abc/stop>');
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('list-id')).toBe('"A blog" <newsletter.example.org>');
    expect(header('message-id')).toBe('<0123456789abcdef@example.org>');
    expect(header('date')).toBe('Sun, 01 Mar 2026 12:00:00 +0000');

    const personal = await written(
      mail({ list: null, content: { subject: 'S', html: '<p>x</p>', text: 'x', replyTo: 'me@example.org' } }),
    );
    expect(names(personal.head)).toContain('auto-submitted');
    expect(names(personal.head)).not.toContain('list-unsubscribe');
    expect(personal.parsed.replyTo).toEqual([{ name: '', address: 'me@example.org' }]);
  });

  test('has lines that every server takes, and the same text in both parts', async () => {
    const text = `${'ü'.repeat(2_000)}\n.\n..\nFrom here`;
    const { raw, parsed } = await written(
      mail({ content: { subject: '日本語 '.repeat(40), html: `<p>${text}</p>`, text } }),
    );
    expect(raw.split('\r\n').filter((line) => line.length > 998)).toEqual([]);
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(/^[\x20-\x7e\r\n\t]*$/.test(raw)).toBe(true);
    expect(parsed.subject).toBe('日本語 '.repeat(40).trim());
    expect(parsed.text?.trim()).toBe(text);
    expect(parsed.html).toContain(text);
  });
});

describe('nothing becomes a header', () => {
  const hostile = [
    'x\r\nBcc: victim@example.com',
    'x\nBcc: victim@example.com',
    'x\rBcc: victim@example.com',
    'x\u0000\r\n\r\n<script>',
    'x\u2028Bcc: victim@example.com',
    'x\u0085Bcc: victim@example.com',
    '"<victim@example.com>, "y',
    '=?utf-8?q?x=0D=0ABcc:_victim@example.com?=',
    'x" <victim@example.com>, "',
    'x\r\n\tBcc: victim@example.com',
    'a@b, victim@example.com; c: d;',
  ];

  test.each(hostile)('of %j', async (text) => {
    const { head, parsed } = await written(
      mail({
        from: { name: text, address: 'blog@example.org' },
        list: { id: 'newsletter.example.org', name: text },
        content: {
          subject: text,
          html: '<p>x</p>',
          text: 'x',
          unsubscribeUrl: `https://example.org/${text}`,
        },
      }),
    );
    expect(names(head)).toEqual(newsletterHeaders);
    expect(parsed.from?.address).toBe('blog@example.org');
    expect(parsed.to).toEqual([{ name: '', address: 'reader@example.net' }]);
  });

  test.each([
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org, b@example.org',
    '<a@example.org>',
    '"a b"@example.org',
    'a',
    '',
  ])('an address that is none is refused: %j', async (address) => {
    await expect(composeMail(mail({ to: address }), null)).rejects.toThrow();
    await expect(composeMail(mail({ from: { name: '', address } }), null)).rejects.toThrow();
    const content = { subject: 'S', html: '', text: 'x', replyTo: address };
    await expect(composeMail(mail({ content }), null)).rejects.toThrow();
  });

  test('nor a file or URL that is read', async () => {
    const { raw } = await written(
      mail({
        content: {
          subject: 'S',
          html: '<img src="file:///etc/passwd"><img src="http://127.0.0.1:1/x"><img src="cid:x">',
          text: 'file:///etc/passwd',
        },
      }),
    );
    expect(raw).not.toContain('root:');
    expect(raw).not.toContain('multipart/related');
  });
});

describe('DKIM', () => {
  test('signs both headers of unsubscribing', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const raw = await composeMail(mail(), {
      domainName: 'example.org',
      keySelector: 'blog1',
      privateKey: pem,
    });
    const [, names = ''] = /^DKIM-Signature:.*?\bh=([^;]+);/is.exec(raw.toString('latin1')) ?? [];
    const signed = names.toLowerCase().split(/\s*:\s*/);
    for (const name of [
      ...['from', 'to', 'subject', 'date', 'message-id', 'list-id'],
      ...['list-unsubscribe', 'list-unsubscribe-post'],
    ])
      expect(signed).toContain(name);
    for (const name of ['from', 'to', 'subject', 'date'])
      expect(signed.filter((one) => one === name)).toHaveLength(2);
  });

  test('a subject cannot turn the direction of its text', async () => {
    const raw = await composeMail(
      mail({ content: { ...mail().content, subject: 'A\u202e gpj.exe\u0007' } }),
      null,
    );
    expect(raw.toString('latin1')).toContain('Subject: A gpj.exe\r\n');
  });
});
