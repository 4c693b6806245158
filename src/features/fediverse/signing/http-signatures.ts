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

/** A signature as a request carries it; `names` are the parts of the request that it covers, in their order. */
export type Signature = {
  form: Form;
  names: readonly string[];
  /** Of draft 12 by name; of RFC 9421 the text that is signed, too. */
  parameters: Readonly<Record<string, string | undefined>> & { text?: string };
  algorithm: string;
  value: Buffer;
};

/** Whether a key has made the signature of a request. `readSignedRequest` checks what the signature covers. */
export function isSignedBy(message: Message, key: KeyObject, signature: Signature): boolean {
  const { form, names, parameters } = signature;
  const lines =
    form === 'rfc9421'
      ? messageLines(message, names, parameters.text ?? '')
      : // Some programs sign the path without the query.
        [message.url, withoutQuery(message.url)].map((url) =>
          draftLines({ ...message, url }, names, parameters),
        );
  return lines.some((text) => isValid(key, signature, text));
}

function draftLines(message: Message, names: readonly string[], parameters: Signature['parameters']): string {
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

/** None where a name has no value, as those that are not known here. */
function messageLines(message: Message, names: readonly string[], parameters: string): string[] {
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
  if (names.some((name) => values[name] === undefined)) return [];
  const lines = names.map((name) => `"${name}": ${values[name]?.trim()}`);
  return [[...lines, `"@signature-params": ${parameters}`].join('\n')];
}

const withoutQuery = (url: string): string => url.replace(/\?.*/, '');

const digest = (algorithm: string, body: string): string =>
  createHash(algorithm).update(body).digest('base64');

function isValid(key: KeyObject, { algorithm, value }: Signature, lines: string): boolean {
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
