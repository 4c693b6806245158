import type { lookup } from 'node:dns';
import { type ClientRequest, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { OutgoingRefusal } from './refusal.ts';
import { userAgent } from './user-agent.ts';

export type Limits = {
  connectMs: number;
  /** Without a byte from the other side. */
  silentMs: number;
  totalMs: number;
  answerBytes: number;
};

export type Guard = {
  limits: Limits;
  resolve: typeof lookup;
  mayConnect(address: string): boolean;
  mayAsk(origin: URL): boolean;
};

declare module 'node:http' {
  interface Agent {
    /** Where every request of an agent passes by, whoever made it. */
    addRequest(request: ClientRequest, options: Target): void;
  }
}
type Target = { host?: string | null; port?: number | string | null; protocol?: string | null };
type Created = (error: Error | null, stream: Duplex) => void;

/** Agents that keep to the guard's rules, also for libraries that make their requests themselves. */
export function guardedAgents(guard: Guard): { http: HttpAgent; https: HttpsAgent } {
  const options = { keepAlive: true, lookup: guardedLookup(guard) };
  return { http: guarded(new HttpAgent(options), guard), https: guarded(new HttpsAgent(options), guard) };
}

function guarded<Agent extends HttpAgent>(agent: Agent, guard: Guard): Agent {
  const addRequest = agent.addRequest.bind(agent);
  const createConnection = agent.createConnection.bind(agent) as (
    options: Target,
    created: Created,
  ) => Duplex | null | undefined;
  agent.addRequest = (request, options) => {
    // Some servers refuse requests that do not name their software.
    if (!request.headersSent && !request.hasHeader('user-agent')) request.setHeader('user-agent', userAgent);
    watch(request, guard.limits);
    addRequest(request, options);
  };
  agent.createConnection = ((target: Target, created: Created) => {
    const problem = refusal(target, guard);
    if (!problem) return createConnection(target, created);
    process.nextTick(created, problem);
    return undefined;
  }) as typeof agent.createConnection;
  return agent;
}

function refusal({ host, port, protocol }: Target, guard: Guard): OutgoingRefusal | null {
  const name = host ?? '';
  const origin = `${protocol ?? 'http:'}//${isIP(name) === 6 ? `[${name}]` : name}:${port ?? ''}`;
  if (!URL.canParse(origin) || !guard.mayAsk(new URL(origin)))
    return new OutgoingRefusal('EELSEWHERE', 'The request would go to another server.');
  // Addresses are connected to without being looked up.
  return isIP(name) !== 0 && !guard.mayConnect(name) ? privateAddress() : null;
}

/** Names may change between a look at them and their use, so what is used here is what was looked at. */
function guardedLookup({ resolve, mayConnect }: Guard): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '');
      const fine = found.filter(({ address }) => mayConnect(address));
      const [first] = fine;
      if (!first) return callback(privateAddress(), '');
      if (options.all) callback(null, fine);
      else callback(null, first.address, first.family);
    });
  };
}

const privateAddress = () =>
  new OutgoingRefusal('EPRIVATE', 'The server has a private address, and OUTGOING_ALLOW does not name it.');

const tooLate = (what: string) => new OutgoingRefusal('ETIMEDOUT', `The server took too long ${what}.`);

/** Ends a request that lasts or grows beyond the limits. */
function watch(request: ClientRequest, { connectMs, silentMs, totalMs, answerBytes }: Limits): void {
  const end = (problem: OutgoingRefusal) => request.destroy(problem);
  const total = setTimeout(() => end(tooLate('to answer')), totalMs);
  const connecting = setTimeout(() => end(tooLate('to be connected to')), connectMs);
  request.once('close', () => {
    clearTimeout(total);
    clearTimeout(connecting);
  });
  request.setTimeout(silentMs, () => end(tooLate('between two parts of its answer')));
  request.once('socket', (socket: Socket) => {
    const connected = () => clearTimeout(connecting);
    if (request.reusedSocket) connected();
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connected);
  });
  request.once('response', (answer) => {
    let bytes = Number(answer.headers['content-length'] ?? 0) > answerBytes ? answerBytes : 0;
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > answerBytes) end(new OutgoingRefusal('ETOOLARGE', 'The server answered too much.'));
    });
  });
}
