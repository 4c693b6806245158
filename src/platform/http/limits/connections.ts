import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { visitorKey } from '../request/ip-networks.ts';
import { type ProgressLimits, SendProgress } from './send-progress.ts';
import { sendState } from './send-state.ts';

/** `windowChecks` and `minBytes` also apply to request bodies. */
export type ConnectionLimits = ProgressLimits & {
  maxConnections: number;
  /** Open requests on one connection; browsers and proxies have one. */
  maxPipelined: number;
  checkMs: number;
  /** The longest that any body may take, at any speed. */
  maxBodyMs: number;
};

/** 1 KB a second is less than the slowest phone sends, and more than is worth holding a connection for. */
export const defaultConnectionLimits: ConnectionLimits = {
  maxConnections: 2_000,
  maxPipelined: 16,
  checkMs: 1_000,
  windowChecks: 10,
  minBytes: 10 * 1024,
  bufferedBytesPerCheck: 8 * 1024,
  maxChecks: 600,
  maxBodyMs: 30 * 60_000,
};

type Connection = {
  socket: Socket;
  /** The IPv4 address, or the /64 network of an IPv6 address. */
  network: string;
  open: Set<ServerResponse>;
  request: IncomingMessage | null;
  requestStarted: number;
  /** Bytes received at the latest checks at which the body was incomplete. */
  received: number[];
  sending: SendProgress;
  /** Sent after the open responses, before the connection closes; later requests are ignored. */
  finalResponse: string | null;
};

/** How long the client has to read the final response. */
const closeMs = 500;

/** A proxy might forward an ambiguous request to another site than this server does. HTTP/1.0 needs no Host header. */
function hasOneHost({ rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts++;
  return hosts === 1 || (hosts === 0 && httpVersionMinor === 0);
}

/**
 * Closes connections that are held open for nothing: bodies that trickle in, responses that are not read, too many
 * connections or requests. Node's own timeouts cover headers that do not arrive.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #headers: () => readonly [string, string][];
  readonly #all = new Map<Socket, Connection>();

  constructor(server: Server, headers: () => readonly [string, string][], limits = defaultConnectionLimits) {
    this.#limits = limits;
    this.#headers = headers;
    server.on('connection', (socket) => this.#add(socket));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
      this.#refuse(socket as Socket, statusFor(error)),
    );
    server.on('connect', (_request, socket) => this.#refuse(socket as Socket, 405));
    server.on('checkExpectation', (request) => this.#refuse(request.socket, 417));
    const timer = setInterval(() => this.#closeSlow(), limits.checkMs).unref();
    server.on('close', () => clearInterval(timer));
  }

  get count(): number {
    return this.#all.size;
  }

  /** Registers a request; false when it exceeds the limit or is ambiguous, and its connection is being closed. */
  admits(request: IncomingMessage, now: number): boolean {
    const connection = this.#all.get(request.socket);
    if (!connection) return true;
    if (connection.finalResponse !== null) return false;
    const status = this.#refusalStatus(connection, request);
    if (status !== null) {
      this.#refuse(request.socket, status);
      return false;
    }
    connection.request = request;
    connection.requestStarted = now;
    return true;
  }

  /** Whether a response would be sent at once: no earlier one is open or still being sent. */
  isIdle({ socket }: IncomingMessage): boolean {
    return socket.writableLength === 0 && this.#all.get(socket)?.open.size === 0;
  }

  /** Registers a response that is not sent at once. */
  track(response: ServerResponse): void {
    const connection = this.#all.get(response.req.socket);
    if (!connection) return;
    connection.open.add(response);
    response.once('close', () => {
      connection.open.delete(response);
      if (connection.finalResponse !== null) this.#close(connection);
    });
  }

  #refusalStatus({ open }: Connection, request: IncomingMessage): number | null {
    if (open.size >= this.#limits.maxPipelined) return 503;
    return hasOneHost(request) ? null : 400;
  }

  #add(socket: Socket): void {
    const network = visitorKey(socket.remoteAddress ?? '');
    if (this.#all.size >= this.#limits.maxConnections && !this.#evictOne(network)) {
      socket.destroy();
      return;
    }
    this.#all.set(socket, {
      socket,
      network,
      open: new Set(),
      request: null,
      requestStarted: 0,
      received: [],
      sending: new SendProgress(),
      finalResponse: null,
    });
    socket.once('close', () => this.#all.delete(socket));
  }

  /**
   * Closes one connection: one without a complete request, else an idle one, else one of a network that has more than a
   * quarter of all. Among these, the oldest of the network with the most connections, because an attacker cannot easily
   * use many networks, and a reader who has just connected should be the last to go.
   */
  #evictOne(newcomer: string): boolean {
    const all = [...this.#all.values()];
    const counts = new Map<string, number>();
    for (const { network } of all) counts.set(network, (counts.get(network) ?? 0) + 1);
    const countOf = ({ network }: Connection) => counts.get(network) ?? 0;
    const isIdle = ({ socket, open, request }: Connection) =>
      open.size === 0 && request?.complete && sendState(socket).unsent === 0;
    const candidates = [
      ({ request }: Connection) => request === null,
      isIdle,
      (one: Connection) => one.network !== newcomer && countOf(one) > this.#limits.maxConnections / 4,
    ];
    for (const isCandidate of candidates) {
      const [first, ...others] = all.filter(isCandidate);
      if (!first) continue;
      const victim = others.reduce((most, one) => (countOf(one) > countOf(most) ? one : most), first);
      victim.socket.destroy();
      return this.#all.delete(victim.socket);
    }
    return false;
  }

  /** Answers an invalid request once all earlier ones have their response, and closes the connection. */
  #refuse(socket: Socket, status: number): void {
    const connection = this.#all.get(socket);
    if (!connection || !socket.writable) {
      socket.destroy();
      return;
    }
    if (connection.finalResponse !== null) return;
    const incomplete = [...connection.open].find(({ req }) => !req.complete);
    const isAnswered = connection.request?.complete === false && (!incomplete || incomplete.headersSent);
    // When a body turns out invalid after its response was sent, a second response would be taken for that of the next request.
    connection.finalResponse = isAnswered ? '' : refusal(status, this.#headers());
    if (incomplete) connection.open.delete(incomplete);
    this.#close(connection);
  }

  #close({ socket, open, finalResponse }: Connection): void {
    if (open.size > 0 || finalResponse === null || socket.writableEnded) return;
    socket.end(finalResponse);
    setTimeout(() => socket.destroy(), closeMs).unref();
  }

  #closeSlow(): void {
    for (const connection of this.#all.values()) if (this.#isTooSlow(connection)) connection.socket.destroy();
  }

  #isTooSlow({ socket, request, open, requestStarted, received, sending }: Connection): boolean {
    // Bytes that this process has not read yet are not the client's fault.
    const isReceiving = request !== null && !request.complete && request.readableLength === 0;
    if (isReceiving && performance.now() - requestStarted > this.#limits.maxBodyMs) return true;
    const { unsent, sent } = sendState(socket);
    // The rest of a body whose response was already sent never counts as progress.
    const bytes = open.size > 0 ? socket.bytesRead : 0;
    return (
      this.#isTrickling(received, isReceiving, bytes) || sending.isStalled(unsent > 0, sent, this.#limits)
    );
  }

  #isTrickling(received: number[], isReceiving: boolean, bytes: number): boolean {
    if (!isReceiving) {
      received.length = 0;
      return false;
    }
    received.push(bytes);
    if (received.length <= this.#limits.windowChecks) return false;
    return bytes - (received.shift() ?? 0) < this.#limits.minBytes;
  }
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
