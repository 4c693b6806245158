import { expect, test } from 'vitest';
import { smtpServer } from './smtp-url.ts';

test.each([
  ['smtps://mail.example.org', { host: 'mail.example.org', port: 465, secure: true, startTls: 'required' }],
  ['smtp://mail.example.org', { host: 'mail.example.org', port: 587, secure: false, startTls: 'required' }],
  ['smtp://Mail.Example.org:25?tls=optional', { host: 'mail.example.org', port: 25, startTls: 'optional' }],
  ['smtp://10.0.0.1:25?tls=off', { host: '10.0.0.1', startTls: 'off' }],
  ['smtp://10.0.0.1:25?tls=no', { startTls: 'required' }],
  ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, startTls: 'off' }],
  ['smtp://localhost', { host: 'localhost', startTls: 'off' }],
  ['smtp://127.0.0.1.example.org', { startTls: 'required' }],
  ['smtp://[::1]:25', { host: '::1', startTls: 'off' }],
  ['smtp://[2001:db8::1]', { host: '2001:db8::1', startTls: 'required' }],
  [
    'smtps://a%40example.org:p%2Fw%3A1@mail.example.org',
    { login: { user: 'a@example.org', password: 'p/w:1' } },
  ],
  ['smtps://mail.example.org', { login: null, timeoutMs: 600_000 }],
  ['smtps://mail.example.org?timeout=30', { timeoutMs: 30_000 }],
  ['smtps://mail.example.org?timeout=-1', { timeoutMs: 600_000 }],
])('%s', (url, expected) => {
  expect(smtpServer(url)).toMatchObject(expected);
});
