import { KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { newKeys, publicKeyPem } from '../../../../tests/support/fediverse-server.ts';
import { deepPackage } from '../../../../tests/support/packages.ts';
import { type Form, forms, type Message, signatureHeaders } from './http-signatures.ts';
import { verifySignature } from './verify-signature.ts';

/* Fedify, another implementation of both forms, must agree. */

type Loaders = Record<'documentLoader' | 'contextLoader', () => Promise<never>>;
type Sig = {
  signRequest(
    request: Request,
    key: CryptoKey,
    id: URL,
    options: { spec: string; currentTime: Temporal.Instant },
  ): Promise<Request>;
  verifyRequestDetailed(
    request: Request,
    options: Loaders & { currentTime: Temporal.Instant; keyCache: object },
  ): Promise<{ verified: boolean }>;
};
type Vocab = { CryptographicKey: new (fields: { id: URL; publicKey: CryptoKey }) => object };

const { signRequest, verifyRequestDetailed } = await deepPackage<Sig>('@fedify/fedify/sig');
const { CryptographicKey } = await deepPackage<Vocab>('@fedify/fedify/vocab');

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

const isAccepted = ({ url, headers, body }: Message): boolean =>
  verifySignature({ url, headers, body: body ?? '', received: now }, [publicKey]);

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
