import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import {
  type Certificate,
  expiredCertificate,
  otherCertificate,
  validCertificate,
} from '../../../tests/support/mail-certificates.ts';
import { startMailServer } from '../../../tests/support/mail-server.ts';
import { testAdvice, testReport } from '../../features/mail/messages/setup.ts';
import { type SmtpServer, smtpServer } from './smtp-url.ts';
import { type TestMail, testConversation } from './test-conversation.ts';

const password = 'se/cret pass';
const login = { user: 'blog', password };
const message = Buffer.from('Subject: Test\r\n\r\nHello\r\n');
const envelope = { from: 'blog@example.org', to: 'owner@example.net' };

async function run(server: SmtpServer, options: Partial<TestMail> = {}) {
  const result = await testConversation({
    server,
    hostname: 'blog.example.org',
    message,
    ...envelope,
    ...options,
  });
  expect(JSON.stringify(result)).not.toContain(password);
  for (const encoded of [password, `\u0000blog\u0000${password}`])
    expect(JSON.stringify(result)).not.toContain(Buffer.from(encoded).toString('base64'));
  return {
    ...result,
    report: testReport(result, server, envelope),
    advice: testAdvice(result.end, server, result.encryption !== null),
  };
}

type Script = (command: string, socket: Socket) => string | null;

/** A server that answers each line by the script; null: not at all. Records what it was sent. */
async function scripted(script: Script, greeting: string | null = '220 mail.example.org ready') {
  const sent: string[] = [];
  const server = createServer((socket) => {
    let isMessage = false;
    socket.on('error', () => {});
    if (greeting !== null) socket.write(`${greeting}\r\n`);
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        sent.push(line);
        if (isMessage && line !== '.') continue;
        isMessage = false;
        const answer = script(line, socket);
        if (answer !== null) socket.write(`${answer}\r\n`);
        isMessage = line === 'DATA' && answer?.startsWith('354') === true;
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { sent, url: `smtp://127.0.0.1:${port}`, port };
}

const usual: Script = (line) => {
  if (line.startsWith('EHLO')) return '250-mail.example.org\r\n250-SIZE 1000000\r\n250 AUTH PLAIN LOGIN';
  if (line.startsWith('AUTH')) return '235 2.7.0 Welcome';
  if (line === 'DATA') return '354 Go ahead';
  return line === 'QUIT' ? '221 Bye' : '250 2.0.0 Ok';
};
const except =
  (start: string, answer: string): Script =>
  (line, socket) =>
    line.startsWith(start) ? answer : usual(line, socket);

test('an accepted mail', async () => {
  await using server = await startMailServer({ login });
  const result = await run(smtpServer(server.url));
  expect(result.end).toBe('done');
  expect(result.report).toEqual([
    `Connected to 127.0.0.1, port ${server.port}, not encrypted.`,
    'The server accepted the login.',
    'It accepted the sender blog@example.org.',
    expect.stringMatching(/^It accepted the mail to owner@example\.net: “250 /),
  ]);
  expect(server.received).toHaveLength(1);
  const auth = result.lines.filter(({ text }) => text.startsWith('AUTH'));
  expect(auth).toEqual([{ from: 'client', text: 'AUTH PLAIN …' }]);
});

test.each(['LOGIN', 'CRAM-MD5'])('the password is hidden with AUTH %s', async (method) => {
  let step = 0;
  const challenges = method === 'LOGIN' ? ['VXNlcm5hbWU6', 'UGFzc3dvcmQ6'] : ['PDEyMzQ1QG1haWw+'];
  const server = await scripted((line, socket) => {
    if (line.startsWith('EHLO')) return `250-mail.example.org\r\n250 AUTH ${method}`;
    if (line.startsWith('AUTH') || (step > 0 && step < challenges.length)) return `334 ${challenges[step++]}`;
    // A server that repeats what it was sent.
    if (step === challenges.length && !line.startsWith('MAIL')) {
      step = -1;
      return `535 5.7.8 ${Buffer.from(line, 'base64')} is wrong`;
    }
    return usual(line, socket);
  });
  const url = server.url.replace('://', `://blog:${encodeURIComponent(password)}@`);
  const result = await run(smtpServer(url));
  expect(result.end).toBe('login');
  const ours = result.lines.filter(({ from }) => from === 'client').map(({ text }) => text);
  expect(ours.filter((text) => text === '…' || text.startsWith('AUTH'))).toHaveLength(challenges.length + 1);
  expect(ours.join()).not.toMatch(/YmxvZ|blog [0-9a-f]{8}/);
});

test.each([
  ['AUTH', '535 5.7.8 Wrong password', 'login', /refused the login: “535 5\.7\.8 Wrong password”/],
  ['AUTH', '454 4.7.0 Temporary failure', 'later', /may later: “454/],
  ['MAIL FROM', '553 5.7.1 Not your address', 'sender', /refused the sender blog@example\.org: “553/],
  ['MAIL FROM', '552 5.3.4 Too large', 'too-large', /too large: “552/],
  ['RCPT TO', '550 5.1.1 No such user', 'recipient', /refused the recipient owner@example\.net: “550/],
  ['RCPT TO', '451 4.7.1 Greylisted', 'later', /may later: “451/],
  ['DATA', '554 5.7.1 Spam', 'message', /refused the mail: “554/],
  ['.', '552 5.2.3 Mailbox full', 'too-large', /too large: “552/],
  ['.', '550 5.7.26 Unauthenticated', 'message', /refused the mail: “550/],
])('%s answered with %s', async (command, answer, end, sentence) => {
  const server = await scripted(except(command, answer));
  const result = await run(smtpServer(server.url.replace('://', `://blog:${encodeURIComponent(password)}@`)));
  expect(result.end).toBe(end);
  expect(result.report.at(-1)).toMatch(sentence);
  expect(result.report[0]).toBe(`Connected to 127.0.0.1, port ${server.port}, not encrypted.`);
  expect(result.advice).toBeTruthy();
  expect(result.lines.map(({ text }) => text)).toContain(answer);
});

test('the announced limit is smaller than the mail', async () => {
  const server = await scripted(except('EHLO', '250-mail.example.org\r\n250 SIZE 10'));
  expect((await run(smtpServer(server.url))).end).toBe('too-large');
});

test('a greeting that refuses', async () => {
  const server = await scripted(usual, '554 5.7.1 Blocked');
  const result = await run(smtpServer(server.url));
  expect(result.end).toBe('greeting');
  expect(result.report.at(-1)).toContain('554 5.7.1 Blocked');
});

test('no encryption where it is required', async () => {
  const server = await scripted(except('STARTTLS', '502 5.5.1 Not implemented'));
  const result = await run({ ...smtpServer(server.url), startTls: 'required', login });
  expect(result.end).toBe('no-starttls');
  expect(server.sent.join()).not.toMatch(/AUTH|MAIL/);
});

test('a server that says nothing, or a little all the time', async () => {
  const silent = await scripted(usual, null);
  expect((await run(smtpServer(silent.url), { withinMs: 300 })).end).toBe('timeout');
  const slow = await scripted((_line, socket) => {
    const timer = setInterval(() => socket.write('250-more\r\n'), 50);
    socket.once('close', () => clearInterval(timer));
    return null;
  });
  const result = await run(smtpServer(slow.url), { withinMs: 1000 });
  expect(result.end).toBe('timeout');
});

test('a server that closes the connection', async () => {
  const server = await scripted((line, socket) => {
    if (!line.startsWith('MAIL')) return usual(line, socket);
    socket.destroy();
    return null;
  });
  const result = await run(smtpServer(server.url));
  expect(result.end).toBe('closed');
  expect(result.report).toHaveLength(2);
});

test('a host that does not exist, and a port where nothing listens', async () => {
  const missing = await run(smtpServer('smtp://mail.invalid'));
  expect(missing.end).toBe('not-found');
  expect(missing.report).toEqual(['The name mail.invalid was not found in the DNS.']);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const refused = await run(smtpServer(`smtp://127.0.0.1:${port}`));
  expect(refused.report).toEqual([`127.0.0.1, port ${port}, refused the connection.`]);
});

async function tlsServer({ cert, key }: Certificate): Promise<string> {
  const server = createTlsServer({ cert, key }, (socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.example.org ready\r\n');
    socket.on('data', (chunk) => {
      for (const line of String(chunk).trim().split('\r\n')) {
        const answer = line === '.' || !/^(?:Subject|Hello|$)/.test(line) ? usual(line, socket) : null;
        if (answer !== null) socket.write(`${answer}\r\n`);
      }
    });
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `smtps://localhost:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['self-signed', validCertificate, null, 'it is self-signed, so that it could be from anyone.'],
  ['expired', expiredCertificate, expiredCertificate.cert, 'it has expired.'],
  ['for another name', otherCertificate, otherCertificate.cert, 'it is for another name.'],
])('a certificate that is %s', async (_name, certificate, ca, problem) => {
  const url = await tlsServer(certificate);
  const result = await run(smtpServer(url), ca === null ? {} : { ca });
  expect(result.end).toBe('certificate');
  expect(result.report).toEqual([`The certificate of localhost is not valid: ${problem}`]);
  // The same after STARTTLS.
  await using server = await startMailServer({ smtp: { ...certificate, disabledCommands: ['AUTH'] } });
  const upgraded = { ...smtpServer(`smtp://localhost:${server.port}`), startTls: 'required' as const };
  const second = await run(upgraded, ca === null ? {} : { ca });
  expect(second.end).toBe('certificate');
  expect(second.report).toEqual([`The certificate of localhost is not valid: ${problem}`]);
  expect(server.received).toHaveLength(0);
});

test('a valid certificate, from the first byte and after STARTTLS', async () => {
  const ca = validCertificate.cert;
  const direct = await run(smtpServer(await tlsServer(validCertificate)), { ca });
  expect(direct.report[0]).toMatch(/^Connected to localhost, port \d+, encrypted with TLS 1\.3\.$/);
  expect(direct.end).toBe('done');
  await using server = await startMailServer({ smtp: { ...validCertificate, disabledCommands: ['AUTH'] } });
  const url = smtpServer(`smtp://localhost:${server.port}`);
  const upgraded = await run({ ...url, startTls: 'required' }, { ca });
  expect(upgraded.report[0]).toMatch(/encrypted with STARTTLS\.$/);
  expect(upgraded.end).toBe('done');
});

test('smtps:// where the server begins without encryption', async () => {
  const server = await scripted(usual);
  const result = await run(smtpServer(server.url.replace('smtp:', 'smtps:')));
  expect(result.end).toBe('not-tls');
});
