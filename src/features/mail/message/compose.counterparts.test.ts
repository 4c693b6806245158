import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { deepPackage } from '../../../../tests/support/packages.ts';
import { composeMail, type OutgoingMail } from './compose.ts';

/* mailauth, another implementation of DKIM, must agree. */

type Resolver = (name: string, type: string) => Promise<string[][]>;
type Verified = { results: { signingDomain: string; status: { result: string } }[] };
type Dkim = { dkimVerify(raw: Buffer, options: { resolver: Resolver }): Promise<Verified> };

const { dkimVerify } = await deepPackage<Dkim>('mailauth/lib/dkim/verify.js');

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const record = `v=DKIM1; k=rsa; p=${createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64')}`;
const key = { domainName: 'example.org', keySelector: 'blog1', privateKey: pem };
const resolver: Resolver = async (name, type) => {
  if (name === 'blog1._domainkey.example.org' && type === 'TXT') return [[record]];
  throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
};
const verified = async (raw: Buffer) => (await dkimVerify(raw, { resolver })).results[0];

const mail: OutgoingMail = {
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
};

test('a signature passes, unless a header is added', async () => {
  const raw = await composeMail({ ...mail, content: { ...mail.content, subject: 'Größe ✓' } }, key);
  expect(await verified(raw)).toMatchObject({ signingDomain: 'example.org', status: { result: 'pass' } });
  const second = Buffer.concat([Buffer.from('Subject: Another one\r\n'), raw]);
  expect((await verified(second))?.status.result).not.toBe('pass');
});

test.each([
  ['List-Unsubscribe=One-Click', 'List-Unsubscribe=Two-Click'],
  ['17-abc', '18-abc'],
  ['Subject: A post', 'Subject: B post'],
  ['Gr=C3=BC=C3=9Fe', 'Gr=C3=BC=C3=9Fx'],
])('it does not pass when %s was changed', async (from, to) => {
  const raw = (await composeMail(mail, key)).toString('latin1');
  expect(raw).toContain(from);
  const result = await verified(Buffer.from(raw.replace(from, to), 'latin1'));
  expect(result?.status.result).not.toBe('pass');
});
