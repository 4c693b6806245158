import { connect, type Socket } from 'node:net';

/** The outcome of a deliberately slow connection: how long it lasted, and what was received. */
export type Held = { ms: number; cut: boolean; answer: string };

type Holding = { port: number; address?: string; upToMs: number };

/** Keeps a connection open by calling `keepOn` regularly until the server closes it or the time is up. */
async function hold(
  { port, address = '127.0.0.1', upToMs }: Holding,
  keepOn: (socket: Socket) => void,
  every: number,
  reads = true,
): Promise<Held> {
  const { promise, resolve } = Promise.withResolvers<Held>();
  let began = performance.now();
  let answer = '';
  const socket = connect({ port, host: address });
  const done = (cut: boolean) => resolve({ ms: performance.now() - began, cut, answer });
  const timer = setInterval(() => socket.writable && keepOn(socket), every);
  const limit = setTimeout(() => done(false), upToMs);
  socket.setEncoding('latin1');
  if (reads)
    socket.on('data', (text) => {
      answer += text;
    });
  else
    socket.once('readable', () => {
      // Only the time after the response began counts.
      began = performance.now();
    });
  socket.on('end', () => done(true));
  socket.on('error', () => done(true));
  socket.on('close', () => done(true));
  const held = await promise;
  clearInterval(timer);
  clearTimeout(limit);
  socket.destroy();
  return held;
}

/** Sends one header after the other and never completes the request. */
export function slowHeaders(holding: Holding, every: number): Promise<Held> {
  let sent = 0;
  return hold(
    holding,
    (socket) => {
      socket.write(sent === 0 ? 'GET / HTTP/1.1\r\nHost: localhost\r\n' : `X-${sent}: x\r\n`);
      sent++;
    },
    every,
  );
}

export const silence = (holding: Holding): Promise<Held> => hold(holding, () => {}, 1_000);

/** Announces a body and sends it in small pieces. */
export function slowBody(
  holding: Holding,
  { path, headers = [], every, piece }: { path: string; headers?: string[]; every: number; piece: string },
): Promise<Held> {
  let begun = false;
  return hold(
    holding,
    (socket) => {
      const head = [
        `POST ${path} HTTP/1.1`,
        'Host: localhost',
        'Content-Type: application/json',
        'Content-Length: 60000',
      ];
      if (!begun) socket.write(`${[...head, ...headers].join('\r\n')}\r\n\r\n{"x":"`);
      else socket.write(piece);
      begun = true;
    },
    every,
  );
}

/** Sends many requests for large responses, and reads nothing or a little now and then. */
export function slowReader(
  holding: Holding,
  { path, times, bytes = 0, every = 1_000 }: { path: string; times: number; bytes?: number; every?: number },
): Promise<Held> {
  let begun = false;
  return hold(
    holding,
    (socket) => {
      if (!begun) socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(times));
      // A client that does not read notices the end only when it writes; servers ignore blank lines between requests.
      else socket.write('\r\n');
      if (bytes > 0) socket.read(bytes);
      begun = true;
    },
    every,
    false,
  );
}
