import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MalformedUpload, MissingPart, TooLarge, TooManyFiles, WrongContentType } from './errors.ts';
import { receive } from './uploads.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
const expected = { files: ['image'], fields: ['post_id'] };
const end = '--edge--\r\n';

function field(name: string, value: string): string {
  return `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

function fileHead(name: string, filename: string): string {
  return (
    `--edge\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n'
  );
}

function file(name: string, filename: string, content: string): string {
  return `${fileHead(name, filename)}${content}\r\n`;
}

function take(
  parts: string[],
  more: Partial<typeof expected & { fileBytes: number; fileCount: number }> = {},
) {
  return receive(Readable.from([Buffer.from(parts.join(''))]), headers, folder, { ...expected, ...more });
}

async function expectRefusal(work: Promise<unknown>, kind: new (message: string) => Error): Promise<void> {
  await expect(work).rejects.toThrow(kind);
  expect(await readdir(folder)).toEqual([]);
}

const id = field('post_id', '7');

describe('an upload is received:', () => {
  test('fields and files, with size and hash', async () => {
    const received = await take([
      id,
      file('image', 'one.png', 'first'),
      file('image', 'two.png', 'second!'),
      end,
    ]);
    expect(received.fields).toEqual({ post_id: '7' });
    expect(received.files.map(({ filename, size }) => [filename, size])).toEqual([
      ['one.png', 5],
      ['two.png', 7],
    ]);
    for (const { path, sha256 } of received.files) {
      const content = await readFile(path);
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    }
    await received[Symbol.asyncDispose]();
    expect(await readdir(folder)).toEqual([]);
  });

  test('a body in single bytes, and a field after the file', async () => {
    const bytes = Buffer.from([file('image', 'one.png', 'fir\r\n--edgst'), id, end].join(''));
    const single = Readable.from([...bytes].map((byte) => Buffer.from([byte])));
    await using received = await receive(single, headers, folder, expected);
    const { files, fields } = received;
    expect([fields.post_id, files[0]?.size]).toEqual(['7', 12]);
  });

  test('a file name with a path, without using the path', async () => {
    await using received = await take([id, file('image', '../../etc/evil.png', 'x'), end]);
    const { files } = received;
    expect(files[0]?.filename).toBe('evil.png');
    expect(files[0]?.path.startsWith(folder)).toBe(true);
  });

  test('unexpected files and fields are ignored', async () => {
    const parts = [
      id,
      field('__proto__', 'x'),
      file('other', 'a.png', 'x'),
      file('image', 'b.png', 'y'),
      end,
    ];
    await using received = await take(parts);
    const { files, fields } = received;
    expect(files.map(({ filename }) => filename)).toEqual(['b.png']);
    expect(Object.keys(fields)).toEqual(['post_id']);
  });

  test('a file of exactly the limit', async () => {
    await using received = await take([id, file('image', 'a.png', 'x'.repeat(1000)), end], {
      fileBytes: 1000,
    });
    const { files } = received;
    expect(files[0]?.size).toBe(1000);
  });
});

describe('an upload is refused, with no file left behind:', () => {
  test('other content types, and a missing boundary', async () => {
    for (const type of [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/mixed; boundary=edge',
      '',
    ]) {
      await expectRefusal(
        receive(Readable.from(['x']), { 'content-type': type }, folder, expected),
        WrongContentType,
      );
    }
    const bare = { 'content-type': 'multipart/form-data' };
    await expectRefusal(receive(Readable.from(['x']), bare, folder, expected), MalformedUpload);
  });

  test('a file that is too large', async () => {
    const parts = [id, file('image', 'a.png', 'fine'), file('image', 'b.png', 'x'.repeat(1001)), end];
    await expectRefusal(take(parts, { fileBytes: 1000 }), TooLarge);
  });

  test('too many files', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => file('image', `${i}.png`, 'x'));
    const received = await take([id, ...many(20), end]);
    expect(received.files.length).toBe(20);
    await received[Symbol.asyncDispose]();
    await expectRefusal(take([id, ...many(21), end]), TooManyFiles);
  });

  test('missing parts', async () => {
    await expectRefusal(take([id, end]), MissingPart);
    await expectRefusal(take([file('image', 'a.png', 'x'), end]), MissingPart);
    await expectRefusal(take([id, file('cover', 'a.png', 'x'), end]), MissingPart);
    await expectRefusal(take([id, file('image', '', ''), end]), MissingPart);
  });

  test('fields that are too long, repeated or too many', async () => {
    const picture = file('image', 'a.png', 'x');
    await expectRefusal(take([field('post_id', '7'.repeat(2000)), picture, end]), MalformedUpload);
    await expectRefusal(take([id, id, picture, end]), MalformedUpload);
    await expectRefusal(take([...Array(30).fill(field('x', 'y')), id, picture, end]), MalformedUpload);
  });

  test('bodies that end early or were never multipart', async () => {
    await expectRefusal(take([id, file('image', 'a.png', 'x')]), MalformedUpload);
    await expectRefusal(take([id, fileHead('image', 'a.png'), 'half a fi']), MalformedUpload);
    await expectRefusal(take(['no multipart at all']), MalformedUpload);
    await expectRefusal(take([]), MalformedUpload);
  });

  test('a stream that is aborted', async () => {
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.from(id + fileHead('image', 'a.png') + 'x'.repeat(100_000));
        throw new Error('connection reset');
      })(),
    );
    await expectRefusal(receive(breaking, headers, folder, expected), MalformedUpload);
  });
});

describe('over HTTP', () => {
  async function serve(outcome: (work: Promise<unknown>) => void) {
    const server = createServer(async (incoming, response) => {
      const work = receive(incoming, incoming.headers, folder, expected);
      outcome(work);
      await work.then(
        () => response.end('taken'),
        () => response.writeHead(413).end('refused'),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  test('a client that disconnects leaves no files', async () => {
    const { promise: outcome, resolve } = Promise.withResolvers<unknown>();
    const server = await serve((work) => resolve(work.catch((error: unknown) => error)));
    const client = request({ port: (server.address() as AddressInfo).port, method: 'POST', headers });
    client.on('error', () => {});
    client.write(id + fileHead('image', 'a.png') + 'x'.repeat(1_000_000));
    setTimeout(() => client.destroy(), 100);
    expect(await outcome).toBeInstanceOf(MalformedUpload);
    expect(await readdir(folder)).toEqual([]);
    server.close();
  });

  test('a client that sends too much gets a response, and memory use stays flat', async () => {
    const server = await serve(() => {});
    const { port } = server.address() as AddressInfo;
    const block = Buffer.alloc(1024 * 1024, 'x');
    const before = process.memoryUsage.rss();
    let peak = 0;
    const body = Readable.from(
      (async function* () {
        yield Buffer.from(id + fileHead('image', 'a.png'));
        for (let i = 0; i < 60; i += 1) {
          peak = Math.max(peak, process.memoryUsage.rss());
          yield block;
        }
      })(),
    );
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers,
      body: Readable.toWeb(body) as ReadableStream,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
    expect(peak - before).toBeLessThan(60 * 1024 * 1024);
    expect(await readdir(folder)).toEqual([]);
    server.closeAllConnections();
    server.close();
  });

  test('twenty large files are received with flat memory use', async () => {
    const block = Buffer.alloc(1024 * 1024, 'y');
    const before = process.memoryUsage.rss();
    let peak = 0;
    const body = Readable.from(
      (async function* () {
        yield Buffer.from(id);
        for (let i = 0; i < 20; i += 1) {
          yield Buffer.from(fileHead('image', `${i}.png`));
          for (let j = 0; j < 8; j += 1) {
            peak = Math.max(peak, process.memoryUsage.rss());
            yield block;
          }
          yield Buffer.from('\r\n');
        }
        yield Buffer.from(end);
      })(),
    );
    await using received = await receive(body, headers, folder, expected);
    const { files } = received;
    expect(files.map(({ size }) => size)).toEqual(Array(20).fill(8 * block.length));
    expect(peak - before).toBeLessThan(80 * 1024 * 1024);
  });
});
