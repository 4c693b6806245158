import { createReadStream } from 'node:fs';
import {
  type ClientRequest,
  type Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { version } from '../process/package-root.ts';
import { OutgoingRefusal } from './refusal.ts';

export type Limits = {
  connectMs: number;
  /** Without a byte from the server. */
  silentMs: number;
  /** Until the end of a response that is read whole, or the start of one that is streamed. */
  totalMs: number;
  /** Of a response that is read whole. */
  answerBytes: number;
  /** Whether a redirect is returned instead of refused. */
  returnsRedirects?: boolean;
};

export type Message = {
  method: string;
  headers: Headers;
  body?: Uint8Array | { path: string; size: number } | undefined;
  signal?: AbortSignal | undefined;
};

/** Sends a request and resolves with the start of the response. Redirects and compressed responses are refused. */
export function send(
  url: URL,
  message: Message,
  connection: { agent: HttpAgent; lookup: LookupFunction },
  limits: Limits,
): Promise<IncomingMessage> {
  const headers = new Headers(message.headers);
  // A compressed response could expand beyond the size limit.
  headers.set('accept-encoding', 'identity');
  // Some servers refuse requests that do not name their software.
  if (!headers.has('user-agent')) headers.set('user-agent', `NotTerrible/${version}`);
  const { body } = message;
  const file = body && 'path' in body ? body : null;
  if (body) headers.set('content-length', String('path' in body ? body.size : body.length));
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const sending = start(url, {
    method: message.method,
    headers: Object.fromEntries(headers),
    ...connection,
    ...(message.signal && { signal: message.signal }),
  });
  endInTime(sending, limits);
  sending.on('error', reject);
  sending.on('response', (answer) => {
    const problem = problemOf(answer, limits);
    if (!problem) return resolve(answer);
    reject(problem);
    answer.destroy();
  });
  if (file)
    pipeline(createReadStream(file.path), sending).catch((error) => {
      sending.destroy();
      reject(error);
    });
  else sending.end(body);
  return promise;
}

function endInTime(sending: ClientRequest, { connectMs, silentMs, totalMs }: Limits): void {
  const end = (what: string) => () => sending.destroy(tooLate(what));
  const response = setTimeout(end('to answer'), totalMs);
  const connect = setTimeout(end('to accept a connection'), connectMs);
  sending.setTimeout(silentMs, end('to answer'));
  sending.once('socket', (socket: Socket) => {
    const connected = () => clearTimeout(connect);
    if (sending.reusedSocket) connected();
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connected);
  });
  // From here on the reader of the response enforces the time limit.
  sending.once('response', () => {
    clearTimeout(response);
    sending.setTimeout(0);
  });
  sending.once('close', () => {
    clearTimeout(response);
    clearTimeout(connect);
  });
}

function problemOf(
  { statusCode = 0, headers }: IncomingMessage,
  { returnsRedirects }: Limits,
): OutgoingRefusal | undefined {
  if (statusCode >= 300 && statusCode < 400 && !returnsRedirects)
    return new OutgoingRefusal('EREDIRECT', 'The server redirects this request elsewhere.');
  const encoding = headers['content-encoding'];
  if (encoding && encoding !== 'identity')
    return new OutgoingRefusal('EENCODED', 'The server compressed its response although we asked it not to.');
  return undefined;
}

/** The chunks of a response; aborts when the server stalls, but not while the consumer is slow. */
export async function* parts(answer: IncomingMessage, silentMs: number): AsyncGenerator<Buffer> {
  const iterator = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const timer = setTimeout(() => answer.destroy(tooLate('between two parts of its response')), silentMs);
      const { done, value } = await iterator.next().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    answer.destroy();
  }
}

/** The complete response. */
export async function readWhole(answer: IncomingMessage, started: number, limits: Limits): Promise<Buffer> {
  const tooLarge = new OutgoingRefusal('ETOOLARGE', 'The response is too large.');
  const left = started + limits.totalMs - performance.now();
  const timer = setTimeout(() => answer.destroy(tooLate('to finish its response')), left);
  try {
    if (Number(answer.headers['content-length'] ?? 0) > limits.answerBytes) throw tooLarge;
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of parts(answer, limits.silentMs)) {
      bytes += chunk.length;
      if (bytes > limits.answerBytes) throw tooLarge;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(timer);
    answer.destroy();
  }
}

const tooLate = (what: string) => new OutgoingRefusal('ETIMEDOUT', `The server took too long ${what}.`);
