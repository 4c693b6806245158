import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readSignedRequest } from './signed-request.ts';

const now = new Date('2026-03-01T12:00:00Z');
const text = '{"id":"https://example.org/1"}';
const body = Buffer.from(text);
const sha256 = createHash('sha256').update(text).digest('base64');
const created = now.getTime() / 1000;

const draftHeaders = '(request-target) host date digest content-type';
const draftSignature = (headers = draftHeaders, more = '') =>
  `keyId="https://example.org/a#key",algorithm="rsa-sha256",headers="${headers}",signature="YWJj"${more}`;
const draft = {
  host: 'blog.example',
  date: now.toUTCString(),
  digest: `SHA-256=${sha256}`,
  'content-type': 'application/activity+json',
  cookie: 'session=secret',
  accept: '*/*',
  signature: draftSignature(),
};

const messageInput = (components: string, more = '') =>
  `sig1=(${components});keyid="https://example.org/a#key";alg="rsa-v1_5-sha256";created=${created}${more}`;
const components = '"@method" "@target-uri" "content-digest" "content-type"';
const message = {
  host: 'blog.example',
  'content-digest': `sha-256=:${sha256}:`,
  'content-type': 'application/activity+json',
  'signature-input': messageInput(components),
  signature: 'sig1=:YWJj:',
};

const refusalOf = (headers: Record<string, string | undefined>, at = now, content: Uint8Array = body) => {
  try {
    readSignedRequest(headers, content, at);
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a signed request', () => {
  test('keeps the headers that the draft signature covers, and no others', () => {
    const { keyId, headers } = readSignedRequest(draft, body, now);
    expect(keyId).toBe('https://example.org/a#key');
    expect(Object.keys(headers).sort()).toEqual(['content-type', 'date', 'digest', 'host', 'signature']);
  });

  test('keeps the headers that a message signature covers', () => {
    const { keyId, headers } = readSignedRequest(message, body, now);
    expect(keyId).toBe('https://example.org/a#key');
    expect(Object.keys(headers).sort()).toEqual([
      'content-digest',
      'content-type',
      'signature',
      'signature-input',
    ]);
  });

  test('never keeps credentials, even if they are covered', () => {
    const signature = draftSignature(`${draftHeaders} cookie authorization`);
    expect(readSignedRequest({ ...draft, signature }, body, now).headers).not.toHaveProperty('cookie');
  });

  test.each(['(request-target)', 'host', 'date', 'digest'])('must cover %s', (name) => {
    const covered = draftHeaders.split(' ').filter((other) => other !== name);
    expect(refusalOf({ ...draft, signature: draftSignature(covered.join(' ')) })).toMatch(/must cover/);
  });

  test.each(['"@method"', '"@target-uri"', '"content-digest"'])('must cover %s (RFC 9421)', (name) => {
    const input = messageInput(components.replace(name, '').trim().replace('  ', ' '));
    expect(refusalOf({ ...message, 'signature-input': input })).toMatch(/must cover/);
  });

  test('may cover path and host instead of the target URL', () => {
    const input = messageInput('"@method" "@path" "@authority" "content-digest"');
    expect(refusalOf({ ...message, 'signature-input': input })).toBe('accepted');
  });

  test.each([
    ['none', { ...draft, signature: undefined }, /Sign the request/],
    ['no parameters', { ...draft, signature: 'Bearer x' }, /could not be parsed/],
    [
      'a repeated parameter',
      { ...draft, signature: draftSignature(draftHeaders, ',headers="date"') },
      /could not be parsed/,
    ],
    ['two of RFC 9421', { ...message, 'signature-input': `${messageInput(components)}, b=()` }, /parsed/],
    [
      'parameters of components',
      {
        ...message,
        'signature-input': messageInput(components.replace('"content-digest"', '"content-digest";req')),
      },
      /must cover/,
    ],
    [
      'two keys',
      { ...message, 'signature-input': messageInput(components, ';keyid="https://example.org/b"') },
      /could not be parsed/,
    ],
    [
      'that has expired',
      { ...draft, signature: draftSignature(draftHeaders, `,expires=${created - 1}`) },
      /hour/,
    ],
    [
      'that expired (RFC 9421)',
      { ...message, 'signature-input': messageInput(components, `;expires=1`) },
      /hour/,
    ],
    ['without a date', { ...draft, date: undefined }, /hour/],
    ['with an odd date', { ...draft, date: 'yesterday' }, /hour/],
    ['without a digest', { ...draft, digest: undefined }, /digest/],
    ['with a weak digest', { ...draft, digest: 'SHA=abc' }, /digest/],
    ['with a right and a wrong digest', { ...draft, digest: `${draft.digest},SHA-512=abc` }, /digest/],
    ['with an odd content digest', { ...message, 'content-digest': 'sha-256' }, /digest/],
  ])('is refused: %s', (_, headers, reason) => {
    expect(refusalOf(headers)).toMatch(reason);
  });

  test.each([draft, message])('is refused with another body', (headers) => {
    expect(refusalOf(headers, now, Buffer.from('{}'))).toMatch(/digest/);
  });

  test.each([draft, message])('is accepted for an hour', (headers) => {
    const minutesLater = (minutes: number) => refusalOf(headers, new Date(now.getTime() + minutes * 60_000));
    expect([minutesLater(59), minutesLater(-59)]).toEqual(['accepted', 'accepted']);
    expect([minutesLater(61), minutesLater(-61)]).toEqual([
      expect.stringMatching(/hour/),
      expect.stringMatching(/hour/),
    ]);
  });
});
