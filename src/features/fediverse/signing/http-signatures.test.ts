import { KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { newKeys, publicKeyPem } from '../../../../tests/support/fediverse-server.ts';
import { type Form, forms, type Message, signatureHeaders } from './http-signatures.ts';
import { verifySignature } from './verify-signature.ts';

const id = 'https://example.org/users/bob#main-key';
const now = new Date('2026-03-01T12:00:00Z');
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

/** What Fedify 2.3.6, another implementation of both forms, sends with a key that is kept nowhere. */
const recorded = {
  pem: `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAjA0IdzZhCOUkwmy6jQmz
rHxsrnU9pbpqNJVJ8PKhpdEEEwwqEFz/Nuw7JyO/+Y2D+zLcPDhmqsxj9psoPF2y
aQyEyUNHVjtY6KuLmmjmb5N5ikT6y3UdIlBZgAq6dDPhxDnlPljGQO9iQz32w2PD
4Pc43n6mO+aT6YyYHcPSzOnNuJspn57krURT55gYo6ZjIbs32AEL1BaLU6Aawlh2
6vmicsTJer/KWnuCKvXrfFeXZ/ofq+EEKX31enX8Ric9BOfxUvw9CBfJcpjcNrQc
i21dyc8HopnXFPX/xsKlk/3TGIKkeBgYtudnjDjoegO8yg8vArsYTyREtVCOF9M8
1wIDAQAB
-----END PUBLIC KEY-----`,
  url: 'https://blog.example.org:8443/inbox?page=1&to=%C3%A9%20a',
  body: '{"type":"Like","name":"ü"}',
  draft12: {
    digest: 'SHA-256=Gdg3grH4+aucZsup5TDTg4EUnaaCMDqqolpk3GJQpNc=',
    signature:
      'keyId="https://example.org/users/bob#main-key",algorithm="rsa-sha256",headers="(request-target) content-type date digest host",signature="cxRweoILfl+uVD8a11POQ6ZANtJfZIkpSpcSQ34CpwKTTpOoVmyScNxFobWNzEZ696M3fyimid2MtHykNEiLdAwJSQEINJAhkJZ42OC/Cw+9HJhnon8xOHHq0VKaSCg9KsMTK+/jqM7rt6pF7PzdxByix8HpVvve2EXKPrWYNnYJXvtPoBEJnG85KlB98M1ShVB7MsJ78Pq5vMnuDUgxAp+lzSY+dO15bb2ECcDI05FP+3O+Wnqnt8iP98dEYY+RRQR3cuCz0B3LMFbYwvYqI2CgETSO12neAH0lkAMfn2c4fxp9RxIyTYnhJWa8tWmTQ4kWJiouCM7+LitbYowe3g=="',
  },
  rfc9421: {
    'content-digest': 'sha-256=:Gdg3grH4+aucZsup5TDTg4EUnaaCMDqqolpk3GJQpNc=:',
    signature:
      'sig1=:LxgXU926XCASF52Yd1Ynji6YTVCHxhbvlP3JJhLpUwUBT3uGnJ4yCYdL7h5yJTp1IjcsJQ/JcbYYJ7bnCw124/7Xny7w7bUukFA+QqJu9wx2gRrK/2cSiFi7rmYd8dDan0qyTiwheztVpXKLcB1wh4Db/OBESID7LGHFnb5mpJQIjQRiGXmR8On6/0xpdyAH8lVXlJ3322s4y7313NuPTvxJ+vrixSy9jiAK7YkaF10FShR/C5xXdAPSukausdUmVyET/AgrMc0Jekak4pkA3spiy28GwlMRj3hJJgGa0gNY796lzUFBD28eUtVHIVPv7C2HA6pXHENDO92ZZFFOXA==:',
    'signature-input':
      'sig1=("@method" "@target-uri" "@authority" "host" "date" "content-digest");alg="rsa-v1_5-sha256";keyid="https://example.org/users/bob#main-key";created=1772366400',
  },
};

test.each(forms)('%s: a request of another implementation is accepted', (form) => {
  const { pem, url, body } = recorded;
  const common = { host: 'blog.example.org:8443', 'content-type': 'application/activity+json' };
  const headers = { ...common, date: now.toUTCString(), ...recorded[form] };
  const message = { method: 'POST', url, headers, body };
  expect(isAccepted(message, { id, pem })).toBe(true);
  expect(isAccepted({ ...message, body: `${body} ` }, { id, pem })).toBe(false);
  expect(isAccepted(message)).toBe(false);
});

test.each(cases)('$form: a request to $url is accepted', (request) => {
  expect(isAccepted(signed(request))).toBe(true);
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
