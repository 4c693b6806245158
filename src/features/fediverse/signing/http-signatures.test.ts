import { KeyObject } from 'node:crypto';
import { signRequest, verifyRequestDetailed } from '@fedify/fedify/sig';
import { CryptographicKey } from '@fedify/fedify/vocab';
import { expect, test } from 'vitest';
import { newKeys, publicKeyPem } from '../../../../tests/support/fediverse-server.ts';
import { type Form, forms, type Message, signatureHeaders } from './http-signatures.ts';
import { verifySignature } from './verify-signature.ts';

/* Fedify, another implementation of both forms, must agree. */

const id = 'https://example.org/users/bob#main-key';
const now = new Date('2026-03-01T12:00:00Z');
const currentTime = Temporal.Instant.fromEpochMilliseconds(now.getTime());
const specs = { draft12: 'draft-cavage-http-signatures-12', rfc9421: 'rfc9421' } as const;
const urls = [
  'https://blog.example.org/inbox',
  'https://blog.example.org:8443/inbox?page=1&to=%C3%A9%20a',
  'https://blog.example.org/users/bob/inbox?',
];
const cases = forms.flatMap((form) => urls.map((url) => ({ form, url })));

const keys = await newKeys();
const privateKey = { id, key: KeyObject.from(keys.privateKey) };
const publicKey = { id, pem: await publicKeyPem(keys) };

const isAccepted = ({ url, headers, body }: Message, key = publicKey, received = now): boolean =>
  verifySignature({ url, headers, body: body ?? '', received }, [key]);

function signed({ form, url }: { form: Form; url: string }, method = 'POST'): Message {
  const body = method === 'POST' ? '{"type":"Like","name":"ü"}' : null;
  const headers = body ? { 'content-type': 'application/activity+json' } : { accept: 'application/json' };
  const unsigned = { method, url, headers, body };
  return { ...unsigned, headers: { ...headers, ...signatureHeaders(unsigned, privateKey, { form, now }) } };
}

async function isAcceptedElsewhere({ method, url, headers, body }: Message): Promise<boolean> {
  const known = new CryptographicKey({ id: new URL(id), publicKey: keys.publicKey });
  const load = () => Promise.reject(new Error('It asks no server.'));
  const { verified } = await verifyRequestDetailed(new Request(url, { method, headers, body }), {
    documentLoader: load,
    contextLoader: load,
    currentTime,
    keyCache: { get: async () => known, set: async () => {} },
  });
  return verified;
}

/** In draft 12, Fedify leaves the query out; it accepts the second form, which is sent when the first is refused. */
const agreed = cases.filter(({ form, url }) => form === 'rfc9421' || !new URL(url).search);

test.each(agreed)('$form: another implementation accepts a request to $url', async (request) => {
  expect(await isAcceptedElsewhere(signed(request))).toBe(true);
  expect(await isAcceptedElsewhere(signed(request, 'GET'))).toBe(true);
  expect(await isAcceptedElsewhere({ ...signed(request), body: '{}' })).toBe(false);
});

test.each(cases)('$form: a request of another implementation to $url is accepted', async ({ form, url }) => {
  const body = '{"type":"Like","name":"ü"}';
  const request = new Request(url, { method: 'POST', body, headers: { 'content-type': 'text/plain' } });
  const sent = await signRequest(request, keys.privateKey, new URL(id), { spec: specs[form], currentTime });
  const message = { method: 'POST', url, headers: Object.fromEntries(sent.headers), body };
  expect(isAccepted(message)).toBe(true);
  expect(isAccepted({ ...message, body: `${body} ` })).toBe(false);
});

test.each(cases)('$form: nothing of a request to $url can be changed', (request) => {
  const message = signed(request);
  const accepts = (change: Partial<Message>, at = now) =>
    isAccepted({ ...message, ...change }, publicKey, at);
  const withHeader = (name: string, value: string) =>
    accepts({ headers: { ...message.headers, [name]: value } });
  expect(accepts({})).toBe(true);
  expect(accepts({ body: '{"type":"Follow"}' })).toBe(false);
  expect(accepts({ url: request.url.replace('/inbox', '/outbox') })).toBe(false);
  expect(accepts({ url: request.url.replace('blog', 'other') })).toBe(false);
  expect(withHeader('date', new Date(now.getTime() + 1_000).toUTCString())).toBe(false);
  expect(withHeader('signature', '')).toBe(false);
  expect(withHeader('signature', message.headers.signature?.replace(/[A-Z]/, 'x') ?? '')).toBe(false);
  for (const minutes of [-61, 61])
    expect(accepts({}, new Date(now.getTime() + minutes * 60_000))).toBe(false);
  expect(isAccepted(message, { ...publicKey, id: `${id}2` })).toBe(false);
});

test('a signature that does not cover method, URL and body is refused', () => {
  const url = urls[0] ?? '';
  const drafted = signed({ form: 'draft12', url });
  const shorter = (headers: string) =>
    drafted.headers.signature?.replace(/headers="[^"]+"/, `headers="${headers}"`) ?? '';
  for (const headers of [
    'date',
    '(request-target) host date',
    'host date digest',
    '(request-target) host digest',
  ])
    expect(
      isAccepted(
        { ...drafted, headers: { ...drafted.headers, signature: shorter(headers) } },
        publicKey,
        now,
      ),
    ).toBe(false);
  const message = signed({ form: 'rfc9421', url });
  const input = message.headers['signature-input'] ?? '';
  for (const name of ['"@method" ', '"@target-uri" ', ' "content-digest"'])
    expect(
      isAccepted(
        { ...message, headers: { ...message.headers, 'signature-input': input.replace(name, '') } },
        publicKey,
        now,
      ),
    ).toBe(false);
});

test('long and broken headers are refused at once', () => {
  const message = signed({ form: 'rfc9421', url: urls[0] ?? '' });
  const broken = [
    '',
    'sig1',
    'sig1=(',
    `sig1=(${'"a" '.repeat(15_000)}`,
    `sig1=()${';a=b'.repeat(15_000)}`,
    ' '.repeat(15_000),
  ];
  for (const input of broken)
    for (const name of ['signature-input', 'signature'])
      expect(isAccepted({ ...message, headers: { ...message.headers, [name]: input } }, publicKey, now)).toBe(
        false,
      );
});
