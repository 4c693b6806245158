import { constants, createHash, type KeyObject, sign as signBytes, verify as verifyBytes } from 'node:crypto';

/**
 * Signatures of HTTP requests, in the two forms that servers of the fediverse use: draft-cavage-http-signatures-12 and RFC 9421
 * (HTTP Message Signatures). Both sign lines that are made of parts of the request.
 */
export const forms = ['draft12', 'rfc9421'] as const;
export type Form = (typeof forms)[number];

export type Message = { method: string; url: string; headers: Record<string, string>; body: string | null };
export type PrivateKey = { id: string; key: KeyObject };

/** The headers that sign a request, besides those that it has. */
export function signatureHeaders(
  message: Message,
  { id, key }: PrivateKey,
  { form, now }: { form: Form; now: Date },
): Record<string, string> {
  const added: Record<string, string> = { date: now.toUTCString() };
  if (message.body !== null && form === 'draft12') added.digest = `SHA-256=${digest('sha256', message.body)}`;
  if (message.body !== null && form === 'rfc9421')
    added['content-digest'] = `sha-256=:${digest('sha256', message.body)}:`;
  const signed = { ...message, headers: { ...message.headers, ...added } };
  const value = (lines: string) => signBytes('sha256', Buffer.from(lines), key).toString('base64');
  if (form === 'draft12') {
    const names = [
      '(request-target)',
      'host',
      'date',
      ...(added.digest ? ['digest', 'content-type'] : ['accept']),
    ];
    const lines = draftLines(signed, names, {});
    const parameters = {
      keyId: id,
      algorithm: 'rsa-sha256',
      headers: names.join(' '),
      signature: value(lines),
    };
    added.signature = Object.entries(parameters)
      .map(([name, text]) => `${name}="${text}"`)
      .join(',');
    return added;
  }
  const names = [
    '@method',
    '@target-uri',
    '@authority',
    'date',
    ...(added['content-digest'] ? ['content-digest'] : []),
  ];
  const created = Math.floor(now.getTime() / 1000);
  const parameters = `(${names.map((name) => `"${name}"`).join(' ')});created=${created};keyid="${id}";alg="rsa-v1_5-sha256"`;
  added['signature-input'] = `sig1=${parameters}`;
  added.signature = `sig1=:${value(messageLines(signed, names, parameters).join())}:`;
  return added;
}

/**
 * Whether a key has signed a request with a body: its method, its URL and its body, at most an hour from `now`. A signature that
 * leaves one of these out would also be valid for another request.
 */
export function isSignedBy(message: Message, { id, key }: PrivateKey, now: Date): boolean {
  const signature = message.headers['signature-input'] ? readRfc9421(message) : readDraft12(message);
  if (signature?.keyId !== id) return false;
  if (signature.dates.length === 0 || signature.dates.some((date) => !isNear(date, now))) return false;
  if (signature.expires !== null && signature.expires < now.getTime() / 1000) return false;
  return hasDigest(message) && signature.lines.some((lines) => isValid(key, signature, lines));
}

type Signature = {
  keyId: string | undefined;
  algorithm: string | undefined;
  /** What may be signed; nothing if something that it must cover is missing. */
  lines: string[];
  /** In milliseconds; NaN if one cannot be read. */
  dates: number[];
  /** In seconds. */
  expires: number | null;
  value: Buffer;
};

function readDraft12(message: Message): Signature | null {
  const text = message.headers.signature?.replace(/^Signature\s+/i, '');
  if (!text) return null;
  const parameters = Object.fromEntries(
    [...text.matchAll(/(\w+)=(?:"([^"]*)"|(\d+))/g)].map(([, name = '', quoted, number]) => [
      name,
      quoted ?? number,
    ]),
  );
  const names = (parameters.headers ?? 'date').toLowerCase().split(' ');
  const isDated = names.includes('date') || names.includes('(created)');
  const covers = isDated && ['(request-target)', 'host', 'digest'].every((name) => names.includes(name));
  return {
    keyId: parameters.keyId,
    algorithm: parameters.algorithm,
    // Some programs sign the path without the query.
    lines: covers
      ? [message.url, withoutQuery(message.url)].map((url) =>
          draftLines({ ...message, url }, names, parameters),
        )
      : [],
    dates: [
      ...(names.includes('date') ? [Date.parse(message.headers.date ?? '')] : []),
      ...(names.includes('(created)') ? [Number(parameters.created) * 1000] : []),
    ],
    expires: parameters.expires ? Number(parameters.expires) : null,
    value: Buffer.from(parameters.signature ?? '', 'base64'),
  };
}

function draftLines(
  message: Message,
  names: string[],
  parameters: Record<string, string | undefined>,
): string {
  const { host, pathname, search } = new URL(message.url);
  const values: Record<string, string | undefined> = {
    host,
    ...message.headers,
    '(request-target)': `${message.method.toLowerCase()} ${pathname}${search}`,
    '(created)': parameters.created,
    '(expires)': parameters.expires,
  };
  return names.map((name) => `${name}: ${values[name] ?? ''}`).join('\n');
}

function readRfc9421(message: Message): Signature | null {
  // Of several signatures the first counts.
  const input = /^\s*([\w*.-]+)=(\(([^)]*)\)((?:;[\w*.-]+(?:=(?:"[^"]*"|[\w.-]+))?)*))/.exec(
    message.headers['signature-input'] ?? '',
  );
  if (!input) return null;
  const [, label = '', parameters = '', list = '', rest = ''] = input;
  const names = list.split(' ').map((name) => /^"([^"]+)"$/.exec(name)?.[1]);
  const values = Object.fromEntries(
    [...rest.matchAll(/;([\w*.-]+)=(?:"([^"]*)"|([\w.-]+))/g)].map(([, name = '', quoted, bare]) => [
      name,
      quoted ?? bare,
    ]),
  );
  const covers =
    names.includes('@method') &&
    names.includes('content-digest') &&
    (names.includes('@target-uri') || (names.includes('@authority') && names.includes('@path')));
  const value = new RegExp(`(?:^|,)\\s*${RegExp.escape(label)}=:([^:]*):`).exec(
    message.headers.signature ?? '',
  )?.[1];
  return {
    keyId: values.keyid,
    algorithm: values.alg,
    lines: covers ? messageLines(message, names, parameters) : [],
    dates: [Number(values.created) * 1000],
    expires: values.expires ? Number(values.expires) : null,
    value: Buffer.from(value ?? '', 'base64'),
  };
}

/** None where a name has no value, as those that are not known here. */
function messageLines(
  message: Message,
  names: readonly (string | undefined)[],
  parameters: string,
): string[] {
  const { host, href, pathname, protocol, search } = new URL(message.url);
  const values: Record<string, string | undefined> = {
    host,
    ...message.headers,
    '@method': message.method.toUpperCase(),
    '@target-uri': href,
    '@authority': host,
    '@scheme': protocol.slice(0, -1),
    '@request-target': pathname + search,
    '@path': pathname,
    '@query': search || '?',
  };
  if (names.some((name) => values[name ?? ''] === undefined)) return [];
  const lines = names.map((name) => `"${name}": ${values[name ?? '']?.trim()}`);
  return [[...lines, `"@signature-params": ${parameters}`].join('\n')];
}

const withoutQuery = (url: string): string => url.replace(/\?.*/, '');

const digest = (algorithm: string, body: string): string =>
  createHash(algorithm).update(body).digest('base64');

/** Whether the digest that the headers name is that of the body. */
function hasDigest({ headers, body }: Message): boolean {
  const isRfc9421 = headers['signature-input'] !== undefined;
  const found = isRfc9421
    ? /(?:^|,)\s*(sha-256|sha-512)=:([^:]*):/i.exec(headers['content-digest'] ?? '')
    : /(?:^|,)\s*(sha-256|sha-512)=([^,]*)/i.exec(headers.digest ?? '');
  const [, name = '', value] = found ?? [];
  return value !== undefined && value.trim() === digest(name.toLowerCase().replace('-', ''), body ?? '');
}

const maxAgeMs = 60 * 60_000;
const isNear = (date: number, now: Date): boolean => Math.abs(date - now.getTime()) <= maxAgeMs;

function isValid(key: KeyObject, { algorithm = '', value }: Signature, lines: string): boolean {
  const bytes = Buffer.from(lines);
  if (key.asymmetricKeyType === 'ed25519')
    return /^(ed25519|hs2019|)$/.test(algorithm) && verifyBytes(null, bytes, key, value);
  if (algorithm === 'rsa-pss-sha512')
    return verifyBytes(
      'sha512',
      bytes,
      { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 },
      value,
    );
  const isKnown = /^(rsa-sha256|rsa-v1_5-sha256|hs2019|)$/.test(algorithm);
  return isKnown && verifyBytes('sha256', bytes, key, value);
}
