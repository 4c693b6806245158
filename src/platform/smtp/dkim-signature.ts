import { createHash, createSign } from 'node:crypto';

export type DkimKey = { domainName: string; keySelector: string; privateKey: string };

/** RFC 8058 requires that the signature covers both headers of unsubscribing. */
const signed = [
  'From',
  'Reply-To',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Auto-Submitted',
].map((name) => name.toLowerCase());

/** Named once more than they occur, so that none can be added to a signed message (RFC 6376, 8.15). nodemailer's signer cannot. */
const oversigned = ['from', 'to', 'subject', 'date'];

/** The message, with CRLF, after a DKIM-Signature header: rsa-sha256, relaxed/relaxed. */
export function dkimSigned(message: Buffer, { domainName, keySelector, privateKey }: DkimKey): Buffer {
  // One byte is one character, so that what is hashed are the bytes that are sent.
  const text = message.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const headers = text.slice(0, end).split(/\r\n(?![ \t])/);
  const byName = new Map(headers.map((header) => [nameOf(header), header]));
  const names = signed.filter((name) => byName.has(name));
  const unsigned = [
    'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed',
    `d=${domainName}`,
    `s=${keySelector}`,
    `h=${[...names, ...oversigned].join(':\r\n ')}`,
    `bh=${createHash('sha256')
      .update(relaxedBody(text.slice(end + 4)), 'latin1')
      .digest('base64')}`,
    'b=',
  ].join(';\r\n ');
  const hashed = [...names.map((name) => byName.get(name) ?? ''), unsigned].map(relaxedHeader).join('\r\n');
  const signature = createSign('RSA-SHA256').update(hashed, 'latin1').sign(privateKey, 'base64');
  const header = unsigned + (signature.match(/.{1,70}/g) ?? []).join('\r\n ');
  return Buffer.concat([Buffer.from(`${header}\r\n`, 'latin1'), message]);
}

const nameOf = (header: string): string => header.slice(0, header.indexOf(':')).trim().toLowerCase();

const relaxedHeader = (header: string): string =>
  `${nameOf(header)}:${header
    .slice(header.indexOf(':') + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/^ | $/g, '')}`;

function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`;
}
