import { KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { newKeys, publicKeyPem } from '../../../../tests/support/fediverse-server.ts';
import { signatureHeaders } from './http-signatures.ts';
import { type SignedMessage, verifySignature } from './verify-signature.ts';

const received = new Date('2026-03-01T12:00:00Z');
const keyId = 'https://example.org/users/bob#main-key';

function signedBy(keys: CryptoKeyPair): SignedMessage {
  const url = 'https://blog.example.org/fediverse/inbox';
  const body = '{"type":"Like"}';
  const headers = { 'content-type': 'application/activity+json' };
  const key = { id: keyId, key: KeyObject.from(keys.privateKey) };
  const added = signatureHeaders({ method: 'POST', url, headers, body }, key, {
    form: 'draft12',
    now: received,
  });
  return { url, body, headers: { ...headers, ...added }, received };
}

test('a signature is valid with its key, however long the request waited', async () => {
  const keys = await newKeys();
  const message = signedBy(keys);
  const pem = await publicKeyPem(keys);
  expect(verifySignature(message, [{ id: keyId, pem }])).toBe(true);
  expect(verifySignature({ ...message, body: '{"type":"Hate"}' }, [{ id: keyId, pem }])).toBe(false);
  expect(verifySignature(message, [{ id: `${keyId}2`, pem }])).toBe(false);
  expect(verifySignature(message, [{ id: keyId, pem: await publicKeyPem(await newKeys()) }])).toBe(false);
  const late = { ...message, received: new Date(received.getTime() + 2 * 60 * 60_000) };
  expect(verifySignature(late, [{ id: keyId, pem }])).toBe(false);
});

test('keys that are no keys, too short or of another kind are refused', async () => {
  const message = signedBy(await newKeys());
  const short = (await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 1024,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    true,
    ['sign', 'verify'],
  )) as CryptoKeyPair;
  const curve = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  for (const pem of ['', 'x', await publicKeyPem(short), await publicKeyPem(curve)])
    expect(verifySignature(message, [{ id: keyId, pem }])).toBe(false);
});
