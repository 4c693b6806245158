import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');

/** Code that opens connections, directly or inside a package. */
const waysOut: [name: string, pattern: RegExp][] = [
  ['fetch', /(?<![.\w'])fetch\(|globalThis\.fetch/],
  ['node:http', /import\s+(?!type)\{[^}]*\b(request|get|Agent)\b[^}]*\}\s+from 'node:http'/],
  ['node:https', /from 'node:(https|http2|tls|dgram|dns|dns\/promises)'/],
  ['node:net', /import\s+(?!type)\{[^}]*\b(connect|createConnection|Socket)\b[^}]*\}\s+from 'node:net'/],
  ['another module', /from '(undici|axios|ws|got|node-fetch)'|import\('(undici|axios|ws|got|node-fetch)'\)/],
  ['a socket of the web', /new (WebSocket|EventSource|XMLHttpRequest)\b/],
  ['a package that connects', /(from |import\()'(aws4fetch|pg|nodemailer|imapflow)\b/],
];

/** Files that may open connections, and why. */
const exceptions: Record<string, string> = {
  'src/platform/outgoing/client.ts': 'the guarded client itself',
  'src/platform/outgoing/guard.ts': 'the guarded client itself',
  'src/platform/outgoing/send.ts': 'the guarded client itself',
  'src/platform/files/s3-client.ts': 'takes only the signer from the package',
  'src/commands/health.ts': 'asks the site on this machine',
  'src/platform/db/change-listener.ts': 'the database is the owner’s own',
  'src/platform/db/named-statements.ts': 'the database is the owner’s own',
  'src/platform/db/postgres.ts': 'the database is the owner’s own',
  'src/features/mail/message/compose.ts': 'writes messages, and forbids the package files and URLs',
  'src/platform/smtp/dns-records.ts': 'asks the name servers of the system',
  'src/features/mail/bounces/imap.ts': 'the mailbox is the owner’s own',
  'src/platform/smtp/test-conversation.ts': 'the SMTP server is the owner’s own',
  'src/platform/smtp/transport.ts': 'the SMTP server is the owner’s own',
  'src/server/page-source.ts': 'asks the server of the same process, on loopback, for the static copy',
};

const isForBrowsers = (file: string): boolean =>
  /^src\/(platform\/(web|admin)|content\/editor)\/|\/(pages|admin)\//.test(file) ||
  file.startsWith('src/modules/client/');

const waysOutOf = (code: string): string[] =>
  waysOut.filter(([, pattern]) => pattern.test(code)).map(([name]) => name);

test('the server connects to other servers only through the guarded client', () => {
  // Screens run in the browser, whose content security policy only allows this server.
  const files = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) => !isForBrowsers(file) && !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.filter((file) => waysOutOf(readFileSync(path.join(root, file), 'utf8')).length > 0);
  expect(found.sort()).toEqual(Object.keys(exceptions).sort());
});

test.each([
  `await fetch('https://example.org')`,
  `import { request } from 'node:http';`,
  `import { createServer, get as load } from 'node:http';`,
  `import { Agent } from 'node:https';`,
  `import { connect } from 'node:net';`,
  `import { AwsClient } from 'aws4fetch';`,
  `import pg from 'pg';`,
  `new WebSocket(url)`,
])('control: %s would be found', (code) => {
  expect(waysOutOf(code)).not.toEqual([]);
});

test.each([
  `api.fetch(request)`,
  `import { createServer } from 'node:http';`,
  `import { isIP } from 'node:net';`,
])('control: %s is not reported', (code) => {
  expect(waysOutOf(code)).toEqual([]);
});
