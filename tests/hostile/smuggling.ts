import { connect } from 'node:net';

/** The responses on one connection, in order, and whether the server closed it. */
export type Exchange = {
  answers: { status: number; head: string; body: string }[];
  rest: string;
  closed: boolean;
};

const quietMs = 400;

/**
 * Sends the bytes unchanged and reads until the server closes the connection, or has answered the expected number of times and sends
 * nothing more.
 */
export async function exchange(port: number, bytes: string, expected = 1): Promise<Exchange> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let received = '';
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')));
  const wait = () => {
    clearTimeout(timer);
    const isAnswered = parse(received).answers.length >= expected;
    timer = setTimeout(resolve, isAnswered ? quietMs : 25 * quietMs);
  };
  wait();
  socket.setEncoding('latin1').on('data', (text) => {
    received += text;
    wait();
  });
  const end = () => {
    closed = true;
    resolve();
  };
  socket.on('end', end).on('close', end).on('error', end);
  await promise;
  clearTimeout(timer);
  socket.destroy();
  return { ...parse(received), closed };
}

function parse(received: string): Omit<Exchange, 'closed'> {
  const answers: Exchange['answers'] = [];
  let rest = received;
  for (
    let match = /^HTTP\/1\.1 (\d{3}) .*?\r\n\r\n/s.exec(rest);
    match;
    match = /^HTTP\/1\.1 (\d{3}) .*?\r\n\r\n/s.exec(rest)
  ) {
    const [head, status] = match;
    const given = /^content-length: (\d+)\r$/im.exec(head)?.[1];
    // Without a length or chunks the body ends with the connection.
    const length = given === undefined ? undefined : Number(given);
    const chunked = /^transfer-encoding: chunked\r$/im.test(head);
    const end = chunked ? rest.indexOf('0\r\n\r\n', head.length) + 5 : head.length + (length ?? rest.length);
    if (status !== '100') answers.push({ status: Number(status), head, body: rest.slice(head.length, end) });
    rest = rest.slice(status === '100' ? head.length : end);
  }
  return { answers, rest };
}

const host = 'Host: localhost';
const smuggled = `GET /smuggled HTTP/1.1\r\n${host}\r\n\r\n`;
const lines = (...all: string[]) => all.join('\r\n');
const post = (headers: string[], body: string) => lines('POST /nowhere HTTP/1.1', host, ...headers, '', body);
const get = (headers: string[] = [], path = '/healthz') =>
  lines(`GET ${path} HTTP/1.1`, host, ...headers, '', '');
const chunked = 'Transfer-Encoding: chunked';

export type Case = {
  name: string;
  bytes: string;
  /** How many requests a correct parser finds; null if it must refuse them. */
  requests: number | null;
};

const refused = (name: string, bytes: string): Case => ({ name, bytes, requests: null });
const understood = (name: string, bytes: string, requests: number): Case => ({ name, bytes, requests });

const teObfuscations = [
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: chunked, cow',
  'Transfer-Encoding: \x0bchunked',
  'Transfer-Encoding: \x00chunked',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: chunked\x85',
  ' Transfer-Encoding: chunked',
  'X: y\nTransfer-Encoding: chunked',
  'X: y\rTransfer-Encoding: chunked',
  'Transfer-Encoding\n: chunked',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
];

const lengths = [
  '+5',
  '-5',
  '0x5',
  '5 5',
  '5,5',
  '5, 6',
  '5abc',
  '1e1',
  '',
  '99999999999999999999',
  '\x0b5',
  '٥',
];

/** Requests that a proxy and a server may interpret differently. */
export const cases: readonly Case[] = [
  refused('length and chunks', post(['Content-Length: 6', chunked], `0\r\n\r\n${smuggled}`)),
  refused('chunks and length', post([chunked, 'Content-Length: 4'], `5c\r\n${smuggled}\r\n0\r\n\r\n`)),
  ...teObfuscations.map((header) =>
    refused(
      `length and ${JSON.stringify(header)}`,
      post(['Content-Length: 5', header], `0\r\n\r\n${smuggled}`),
    ),
  ),
  refused('unknown coding without length', post(['Transfer-Encoding: gzip'], smuggled)),
  refused(
    'chunks that are not the last coding',
    post(['Transfer-Encoding: chunked, gzip'], `0\r\n\r\n${smuggled}`),
  ),
  refused('two lengths', post(['Content-Length: 0', `Content-Length: ${smuggled.length}`], smuggled)),
  refused('the same length twice', post(['Content-Length: 3', 'Content-Length: 3'], 'abc')),
  ...lengths.map((length) =>
    refused(`the length ${JSON.stringify(length)}`, post([`Content-Length: ${length}`], `hello${smuggled}`)),
  ),
  refused('a space before the colon', get(['X-Test : 1'])),
  refused('a tab before the colon', get(['X-Test\t: 1'])),
  refused('a folded header', get(['X-Test: 1', ' more'])),
  refused('a folded first header', `GET /healthz HTTP/1.1\r\n ${host}\r\n\r\n`),
  refused('bare line feeds', get().replaceAll('\r\n', '\n')),
  refused('bare line feeds after a good line', `GET /healthz HTTP/1.1\r\n${host}\n\n${smuggled}`),
  refused('bare carriage returns', `GET /healthz HTTP/1.1\r${host}\r\r${smuggled}`),
  refused('a carriage return in a value', get(['X-Test: a\rb'])),
  refused('NUL in a value', get(['X-Test: a\0b'])),
  refused('NUL in a name', get(['X\0Test: 1'])),
  refused('NUL in the URL', lines('GET /a\0b HTTP/1.1', host, '', '')),
  refused('a header without a colon', get(['Nonsense'])),
  refused('a header without a name', get([': value'])),
  refused('a name that is no token', get(['X(Test): 1'])),
  refused('no host', lines('GET /healthz HTTP/1.1', '', '')),
  refused('a space in the URL', lines('GET /a b HTTP/1.1', host, '', '')),
  refused('an unknown version', lines('GET /healthz HTTP/9.9', host, '', '')),
  refused('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  refused('an unknown method', lines('GETT /healthz HTTP/1.1', host, '', '')),
  refused('a method in lower case', lines('get /healthz HTTP/1.1', host, '', '')),
  refused('a tunnel', lines('CONNECT localhost:80 HTTP/1.1', host, '', smuggled)),
  refused('a huge header', get([`X-Test: ${'x'.repeat(40_000)}`])),
  refused('too many headers', get(Array.from({ length: 5_000 }, (_, n) => `X-${n}: 1`))),
  refused('a chunk size that overflows', post([chunked], `FFFFFFFFFFFFFFFFF\r\n${smuggled}`)),
  refused('a negative chunk size', post([chunked], `-1\r\n${smuggled}`)),
  refused('a chunk size with 0x', post([chunked], `0x5\r\nhello\r\n0\r\n\r\n${smuggled}`)),
  refused('a chunk longer than its size', post([chunked], `3\r\nhello\r\n0\r\n\r\n${smuggled}`)),
  refused('a chunk that ends in a bare line feed', post([chunked], `5\r\nhello\n0\r\n\r\n${smuggled}`)),
  refused('a chunk size that ends in a bare line feed', post([chunked], `5\nhello\r\n0\r\n\r\n${smuggled}`)),
  refused('a chunk extension with a bare line feed', post([chunked], `5;a\nhello\r\n0\r\n\r\n${smuggled}`)),
  refused('an endless chunk extension', post([chunked], `5;${'a'.repeat(40_000)}\r\nhello\r\n0\r\n\r\n`)),
  refused('nonsense, then a request', `NONSENSE\r\n\r\n${smuggled}`),
  refused('the start of a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
  understood('a plain request', get(), 1),
  understood('no version', `GET /healthz\r\n\r\n`, 1),
  understood('an absolute URL', get([], 'http://evil.example.org/healthz'), 1),
  understood('two requests', get() + get(), 2),
  understood('a body that looks like a request', post([`Content-Length: ${smuggled.length}`], smuggled), 1),
  understood(
    'chunks that look like a request',
    post([chunked], `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`),
    1,
  ),
  understood(
    'GET with a body, then a request',
    get([`Content-Length: ${smuggled.length}`]) + smuggled + get(),
    2,
  ),
  understood('GET with chunks, then a request', `${get([chunked])}5\r\nhello\r\n0\r\n\r\n${get()}`, 2),
  understood('chunk extensions', `${post([chunked], '5;a=b;c\r\nhello\r\n0\r\n\r\n')}${get()}`, 2),
  understood(
    'trailers',
    `${post([chunked], '5\r\nhello\r\n0\r\nX-Trailer: Content-Length: 9\r\n\r\n')}${get()}`,
    2,
  ),
  understood('HTTP/1.0 with keep-alive', `GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`, 1),
  understood('OPTIONS *', lines('OPTIONS * HTTP/1.1', host, '', ''), 1),
  understood('TRACE', lines('TRACE / HTTP/1.1', host, 'Connection: close', '', ''), 1),
  understood('an unsupported upgrade', `${get(['Connection: Upgrade', 'Upgrade: h2c'])}`, 1),
  understood('an expectation', post(['Expect: 100-continue', 'Content-Length: 5'], 'hello'), 1),
  understood('an unknown expectation', post(['Expect: magic', 'Content-Length: 5'], 'hello'), 1),
];
