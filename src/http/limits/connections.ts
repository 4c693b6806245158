import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { visitorKey } from '../../rules/ip-addresses.ts';
import { Drain, type DrainLimits } from './drain.ts';

/** `looks` and `bytes` are also what an unfinished body must keep to. */
export type ConnectionLimits = DrainLimits & {
  most: number;
  /** Requests that one connection may have open at once; browsers and proxies have one. */
  pipelined: number;
  /** How often connections are looked at. */
  everyMs: number;
  /** The longest that any body may take, however steady. */
  bodyMs: number;
};

/** A kilobyte a second is less than the slowest telephone sends, and more than is worth holding a connection for. */
export const defaultConnectionLimits: ConnectionLimits = {
  most: 2_000,
  pipelined: 16,
  everyMs: 1_000,
  looks: 10,
  bytes: 10 * 1024,
  drain: 8 * 1024,
  longest: 600,
  bodyMs: 30 * 60_000,
};

type Connection = {
  socket: Socket;
  /** The IPv4 address, or the /64 network of an IPv6 address. */
  network: string;
  open: Set<ServerResponse>;
  request: IncomingMessage | null;
  began: number;
  /** What had come in at each of the last looks at which more was to come. */
  received: number[];
  sent: Drain;
  /** The last words, said once the open requests are answered; whatever else comes in is ignored. */
  last: string | null;
};

/** So long a sender has to take the last words in. */
const partingMs = 500;

/** Whether it is clear whom a request is for, to a proxy as to us. Only before HTTP/1.1 it need not be said. */
function namesOneHost({ rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts++;
  return hosts === 1 || (hosts === 0 && httpVersionMinor === 0);
}

/**
 * Keeps connections from being held for nothing: bodies that trickle in, answers that nobody reads, requests beyond
 * number. Headers that do not come are the business of Node's own time-outs.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #headers: () => readonly [string, string][];
  readonly #all = new Map<Socket, Connection>();

  constructor(server: Server, headers: () => readonly [string, string][], limits = defaultConnectionLimits) {
    this.#limits = limits;
    this.#headers = headers;
    server.on('connection', (socket) => this.#welcome(socket));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
      this.#refuse(socket as Socket, statusFor(error)),
    );
    server.on('connect', (_request, socket) => this.#refuse(socket as Socket, 405));
    server.on('checkExpectation', (request) => this.#refuse(request.socket, 417));
    const timer = setInterval(() => this.#look(), limits.everyMs).unref();
    server.on('close', () => clearInterval(timer));
  }

  get count(): number {
    return this.#all.size;
  }

  /** Takes note of a request; false when it is one too many on its connection, or unclear, and the connection ends. */
  admits(request: IncomingMessage, now: number): boolean {
    const connection = this.#all.get(request.socket);
    if (!connection) return true;
    if (connection.last !== null) return false;
    const status = this.#objection(connection, request);
    if (status !== null) {
      this.#refuse(request.socket, status);
      return false;
    }
    connection.request = request;
    connection.began = now;
    return true;
  }

  /** Whether an answer would go out at once: nothing that was asked before is open, or still to be taken. */
  isFree({ socket }: IncomingMessage): boolean {
    return socket.writableLength === 0 && this.#all.get(socket)?.open.size === 0;
  }

  /** Remembers an answer that is under way. */
  hold(response: ServerResponse): void {
    const connection = this.#all.get(response.req.socket);
    if (!connection) return;
    connection.open.add(response);
    response.once('close', () => {
      connection.open.delete(response);
      if (connection.last !== null) this.#part(connection);
    });
  }

  #objection({ open }: Connection, request: IncomingMessage): number | null {
    if (open.size >= this.#limits.pipelined) return 503;
    return namesOneHost(request) ? null : 400;
  }

  #welcome(socket: Socket): void {
    const network = visitorKey(socket.remoteAddress ?? '');
    if (this.#all.size >= this.#limits.most && !this.#makeRoom(network)) {
      socket.destroy();
      return;
    }
    this.#all.set(socket, {
      socket,
      network,
      open: new Set(),
      request: null,
      began: 0,
      received: [],
      sent: new Drain(),
      last: null,
    });
    socket.once('close', () => this.#all.delete(socket));
  }

  /**
   * Ends one connection: one that never sent a whole request, else one that is idle, else one of a network that holds more
   * than a quarter of all. Of these, the oldest of the network with the most connections: many networks take long to
   * gather, and a reader who has just come is the last to go.
   */
  #makeRoom(newcomer: string): boolean {
    const all = [...this.#all.values()];
    const counts = new Map<string, number>();
    for (const { network } of all) counts.set(network, (counts.get(network) ?? 0) + 1);
    const held = ({ network }: Connection) => counts.get(network) ?? 0;
    const isIdle = ({ socket, open, request }: Connection) =>
      open.size === 0 && request?.complete && outgoing(socket).unread === 0;
    const kinds = [
      ({ request }: Connection) => request === null,
      isIdle,
      (one: Connection) => one.network !== newcomer && held(one) > this.#limits.most / 4,
    ];
    for (const kind of kinds) {
      const [first, ...others] = all.filter(kind);
      if (!first) continue;
      const victim = others.reduce((most, one) => (held(one) > held(most) ? one : most), first);
      victim.socket.destroy();
      return this.#all.delete(victim.socket);
    }
    return false;
  }

  /** Says no to what cannot be understood, after everything that was asked before has been answered. */
  #refuse(socket: Socket, status: number): void {
    const connection = this.#all.get(socket);
    if (!connection || !socket.writable) {
      socket.destroy();
      return;
    }
    if (connection.last !== null) return;
    const broken = [...connection.open].find(({ req }) => !req.complete);
    const answered = connection.request?.complete === false && (!broken || broken.headersSent);
    // Who has the answer to a request whose body breaks afterwards must not take a second one for that of the next.
    connection.last = answered ? '' : refusal(status, this.#headers());
    if (broken) connection.open.delete(broken);
    this.#part(connection);
  }

  #part({ socket, open, last }: Connection): void {
    if (open.size > 0 || last === null || socket.writableEnded) return;
    socket.end(last);
    setTimeout(() => socket.destroy(), partingMs).unref();
  }

  #look(): void {
    for (const connection of this.#all.values()) if (this.#isTooSlow(connection)) connection.socket.destroy();
  }

  #isTooSlow({ socket, request, open, began, received, sent }: Connection): boolean {
    // What waits on our side is not the sender's fault.
    const sending = request !== null && !request.complete && request.readableLength === 0;
    if (sending && performance.now() - began > this.#limits.bodyMs) return true;
    const { unread, taken } = outgoing(socket);
    // The rest of a body that was answered already is not worth much patience, however fast it comes.
    const arrived = open.size > 0 ? socket.bytesRead : 0;
    return this.#crawls(received, sending, arrived) || sent.isStuck(unread > 0, taken, this.#limits);
  }

  /** Looks are counted, not seconds: a server that was busy itself must not blame others for it. */
  #crawls(seen: number[], waiting: boolean, bytes: number): boolean {
    if (!waiting) {
      seen.length = 0;
      return false;
    }
    seen.push(bytes);
    if (seen.length <= this.#limits.looks) return false;
    return bytes - (seen.shift() ?? 0) < this.#limits.bytes;
  }
}

/** Node counts a write as pending until its last byte is taken; only the handle knows how far it got. */
function outgoing(socket: Socket): { unread: number; taken: number } {
  const { _handle: handle } = socket as unknown as {
    _handle: { writeQueueSize: number; bytesWritten: number } | null;
  };
  const { writeQueueSize = 0, bytesWritten = 0 } = handle ?? {};
  return { unread: writeQueueSize, taken: bytesWritten - writeQueueSize };
}

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const statusFor = ({ code = '' }: NodeJS.ErrnoException): number => statuses[code] ?? 400;

function refusal(status: number, headers: readonly [string, string][]): string {
  const text = `${STATUS_CODES[status]}\n`;
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'cache-control: no-store',
    'connection: close',
    ...(status === 503 ? ['retry-after: 2'] : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}
