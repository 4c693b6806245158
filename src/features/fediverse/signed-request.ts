import { hash } from 'node:crypto';
import { Problem } from '../../platform/http/problem.ts';
import * as messages from './messages.ts';
import type { Signature } from './signing/http-signatures.ts';

/** Header names in lower case. */
type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

type SignedRequest = {
  keyId: string;
  /** The headers that the signature covers, and those that carry it. */
  headers: Record<string, string>;
  signature: Signature;
};

const signatureWindowMs = 60 * 60 * 1000;

type Read = Signature & { keyId: string; date: number; expires: number };

/**
 * Checks what can be known of a signature without the key: whether it covers everything that matters, is recent, and fits the
 * body. A signature that leaves out method, URL or body would be valid for another request, too.
 */
export function readSignedRequest(headers: RequestHeaders, body: Uint8Array, now: Date): SignedRequest {
  const value = (name: string): string | undefined => {
    const given = headers[name];
    return Array.isArray(given) ? given.join(', ') : given;
  };
  const { keyId, date, expires, ...signature } = readSignature(value);
  const isDraft = signature.form === 'draft12';
  const isRecent = Math.abs(now.getTime() - date) <= signatureWindowMs;
  if (!isRecent || expires < now.getTime()) throw refusal(messages.signatureTooOld);
  const matches = isDraft ? matchesDigest : matchesContentDigest;
  if (!matches(value(isDraft ? 'digest' : 'content-digest') ?? '', body))
    throw refusal(messages.digestMismatch);
  const kept: Record<string, string> = {};
  for (const name of [
    ...signature.names,
    'signature',
    'signature-input',
    'date',
    'digest',
    'content-digest',
  ]) {
    const given = isHeader(name) && !isSecret(name) ? value(name) : undefined;
    if (given !== undefined) kept[name] = given;
  }
  return { keyId, headers: kept, signature };
}

function readSignature(value: (name: string) => string | undefined): Read {
  const signature = value('signature');
  const input = value('signature-input');
  if (signature === undefined) throw refusal(messages.signatureRequired);
  return input === undefined
    ? readDraft(signature, value('date') ?? '')
    : readMessageSignature(input, signature);
}

const refusal = (message: string): Problem => new Problem('no_auth', message);

/** The others are made of the request: `(request-target)`, `@method`. */
const isHeader = (name: string): boolean => /^[a-z0-9-]+$/.test(name);

/** No signature covers them, and they are never stored. */
const isSecret = (name: string): boolean => /^(?:cookie|authorization|proxy-authorization)$/.test(name);

/** draft-cavage-http-signatures-12, as Mastodon and most others use it. */
function readDraft(signature: string, dateHeader: string): Read {
  const given = new Map<string, string>();
  for (const part of signature.split(',')) {
    const [, name = '', quoted, number] = /^([A-Za-z]+)=(?:"([^"]*)"|(\d+))$/.exec(part.trim()) ?? [];
    // Parsers disagree about which of two values counts.
    if (!name || given.has(name)) throw refusal(messages.signatureUnreadable);
    given.set(name, quoted ?? number ?? '');
  }
  const covered = (given.get('headers') ?? '').split(' ');
  if (!['(request-target)', 'host', 'date', 'digest'].every((name) => covered.includes(name)))
    throw refusal(messages.signatureTooNarrow);
  return {
    form: 'draft12',
    names: covered,
    parameters: { created: given.get('created'), expires: given.get('expires') },
    algorithm: given.get('algorithm') ?? '',
    value: Buffer.from(given.get('signature') ?? '', 'base64'),
    keyId: given.get('keyId') ?? '',
    date: Date.parse(dateHeader),
    expires: timeOf(given.get('expires')),
  };
}

/** RFC 9421, with one signature. */
function readMessageSignature(input: string, signature: string): Read {
  const [, label = '', text = '', list, rest = ''] =
    /^([a-z*][a-z0-9_.*-]*)=(\(([^()]*)\)(.*))$/.exec(input.trim()) ?? [];
  if (list === undefined) throw refusal(messages.signatureUnreadable);
  const covered = list.split(' ').map((part) => /^"([a-z0-9@-]+)"$/.exec(part)?.[1] ?? '');
  const given = new Map<string, string>();
  const parameter = /; ?([a-z]+)=(?:"([^"\\]*)"|(\d+))/y;
  for (let end = 0; end < rest.length; end = parameter.lastIndex) {
    const [, name = '', quoted, number] = parameter.exec(rest) ?? [];
    if (!name || given.has(name)) throw refusal(messages.signatureUnreadable);
    given.set(name, quoted ?? number ?? '');
  }
  const covers = (name: string) => covered.includes(name);
  const coversTarget =
    covers('@target-uri') ||
    ((covers('@authority') || covers('host')) && (covers('@path') || covers('@request-target')));
  if (covered.includes('') || !covers('@method') || !coversTarget || !covers('content-digest'))
    throw refusal(messages.signatureTooNarrow);
  const [name, value] = signature.trim().split('=:', 2);
  return {
    form: 'rfc9421',
    names: covered,
    parameters: { text },
    algorithm: given.get('alg') ?? '',
    value: Buffer.from(name === label ? (value ?? '') : '', 'base64'),
    keyId: given.get('keyid') ?? '',
    date: Number(given.get('created') ?? Number.NaN) * 1000,
    expires: timeOf(given.get('expires')),
  };
}

const timeOf = (seconds: string | undefined): number =>
  seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1000;

const strong = new Map([
  ['sha-256', 'sha256'],
  ['sha-512', 'sha512'],
]);

/** As in `SHA-256=…`. At least one of the strong digests is given, and each that is given is right. */
function matchesDigest(header: string, body: Uint8Array): boolean {
  const given = header.split(',').map((part) => {
    const [algorithm = '', ...value] = part.split('=');
    return { algorithm: strong.get(algorithm.trim().toLowerCase()), value: value.join('=').trim() };
  });
  const known = given.filter(({ algorithm }) => algorithm !== undefined);
  return (
    known.length > 0 && known.every(({ algorithm = '', value }) => hash(algorithm, body, 'base64') === value)
  );
}

/** As in `sha-256=:…:`. */
const matchesContentDigest = (header: string, body: Uint8Array): boolean =>
  matchesDigest(header.replaceAll('=:', '=').replaceAll(/:(?=,|$)/g, ''), body);
