import { signRequest } from '@fedify/fedify/sig';
import { expect, test } from 'vitest';
import { newKeys, publicKeyPem } from '../../../../tests/support/fediverse-server.ts';
import { type SignedMessage, verifySignature } from './verify-signature.ts';

const received = new Date('2026-03-01T12:00:00Z');
const keyId = 'https://example.org/users/bob#main-key';

async function signedBy(keys: CryptoKeyPair): Promise<SignedMessage> {
  const url = 'https://blog.example.org/fediverse/inbox';
  const body = '{"type":"Like"}';
  const request = new Request(url, { method: 'POST', body, headers: { 'content-type': 'text/plain' } });
  const currentTime = Temporal.Instant.fromEpochMilliseconds(received.getTime());
  const signed = await signRequest(request, keys.privateKey, new URL(keyId), { currentTime });
  return { url, body, headers: Object.fromEntries(signed.headers), received };
}

test('a signature is valid with its key, however long the request waited', async () => {
  const keys = await newKeys();
  const message = await signedBy(keys);
  const pem = await publicKeyPem(keys);
  expect(verifySignature(message, [{ id: keyId, pem }])).toBe(true);
  expect(verifySignature({ ...message, body: '{"type":"Hate"}' }, [{ id: keyId, pem }])).toBe(false);
  expect(verifySignature(message, [{ id: `${keyId}2`, pem }])).toBe(false);
  expect(verifySignature(message, [{ id: keyId, pem: await publicKeyPem(await newKeys()) }])).toBe(false);
  const late = { ...message, received: new Date(received.getTime() + 2 * 60 * 60_000) };
  expect(verifySignature(late, [{ id: keyId, pem }])).toBe(false);
});

test('keys that are no keys, too short or of another kind are refused', async () => {
  const message = await signedBy(await newKeys());
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
