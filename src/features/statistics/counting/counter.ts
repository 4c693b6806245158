import type { IncomingMessage } from 'node:http';
import type { Counted, Counter } from '../../../platform/http/counted.ts';
import { visitorKey } from '../../../platform/http/request/ip-networks.ts';
import { missingPathMax, searchTermsMax } from '../api/statistics.ts';
import type { Days } from '../days.ts';
import { referrerHost } from '../referrers.ts';
import { type Sum, Sums, type Visitor } from '../sums.ts';
import { type Agent, classifyAgent } from '../user-agents.ts';
import { type CountedHeaders, countedHeaders } from './headers.ts';
import { RecentStrings } from './recent-strings.ts';

/** Different user agents and referrers whose meaning is remembered, and IP addresses until the next flush. */
const agentsMax = 2_000;
const referrersMax = 1_000;
const addressesMax = 20_000;
/**
 * An IP address has at most so many visitors a day: a user agent only chooses one of them, so that a flood of invented ones
 * counts little, in every process and after a restart, without remembering any.
 */
const visitorsPerAddress = 64;
/** So many waiting pairs are written before their time. Written less often, fewer of them are known already. */
const manyPairs = 20_000;

/**
 * So many requests are counted together, because the first of them brings the code and the tables back into the caches of the
 * processor: counted alone, between system calls, each takes several times as long.
 */
const batchSize = 256;

/** `sum` is that of the device, until the next flush. */
type KnownAgent = Agent & { slot: number; sum: Sum | null };
/** `withWww` is the name of the own site that such a referrer belongs to as well. */
type KnownReferrer = { host: string | null; withWww: string; sum: Sum | null };
/** The visitors of an address, by what their user agents are. */
type Client = { remote: string; forwarded: string; slots: (Visitor | undefined)[] };
type Waiting = { request: IncomingMessage; counted: Counted; remote: string };

type Options = {
  days: Days;
  now: () => number;
  siteUrl: () => string;
  /** The client's IP address; null: X-Forwarded-For is ignored. */
  forwardedIp: ((remote: string, header: string) => string) | null;
  /** Asks for a flush soon. */
  full: () => void;
};

/**
 * Counts in memory. A request is only remembered until the batch is full or written; then it costs a few lookups: everything that
 * takes longer is remembered or done by the flush.
 */
export class RequestCounter implements Counter {
  readonly #options: Options;
  #sums: Sums;
  #earlier: Sums[] = [];
  #batch: Waiting[] = [];
  /** By the address of the connection and by X-Forwarded-For: joining both would cost more than looking twice. */
  #visitors = new Map<string, Map<string, Client['slots']>>();
  #addresses = 0;
  /** Those whose `sum` is set. */
  #withSum: (KnownAgent | KnownReferrer)[] = [];
  #ownSite = { url: '', host: null as string | null };
  readonly #agents = new Map<string, KnownAgent>();
  readonly #referrers = new Map<string, KnownReferrer>();
  /** In front of these maps and of `#visitors`. */
  readonly #recentAgents = new RecentStrings<KnownAgent>(256);
  readonly #recentReferrers = new RecentStrings<KnownReferrer>(256);
  readonly #recentClients = new RecentStrings<Client>(1024);

  constructor(options: Options) {
    this.#options = options;
    this.#sums = new Sums(options.days.at(options.now()));
  }

  count(request: IncomingMessage, counted: Counted): void {
    if (request.method !== 'GET') return;
    this.#today();
    // A connection that is closed meanwhile no longer tells its address.
    this.#batch.push({ request, counted, remote: request.socket.remoteAddress ?? '0.0.0.0' });
    if (this.#batch.length >= batchSize) this.#countBatch();
  }

  #countBatch(): void {
    const batch = this.#batch;
    this.#batch = [];
    for (const waiting of batch) this.#add(this.#sums, waiting);
    if (this.#sums.pairs > manyPairs) this.#options.full();
  }

  #add(sums: Sums, { request, counted: { kind, name }, remote }: Waiting): void {
    const headers = countedHeaders(request.rawHeaders);
    if (headers.isLeftOut) return;
    const agent = this.#agent(headers.userAgent);
    const isForReader = kind === 'feed' && (agent.bot === 'feed' || agent.bot === null);
    const bot = isForReader ? null : botOf(request, headers, agent);
    if (bot !== null) {
      sums.sum('bot', bot).views++;
      return;
    }
    const sum = sums.sum(kind, kind === 'missing' ? name.slice(0, missingPathMax) : name);
    sum.views++;
    if (kind === 'missing') return;
    const visitor = this.#visitor(remote, headers, agent.slot);
    if (kind === 'feed') {
      if (agent.reader) sums.told(sum, agent.reader.name, agent.reader.subscribers);
      else if (visitor) sums.visited(sum, visitor);
      return;
    }
    sums.viewed();
    const device = this.#sumOf(agent, 'device', agent.device);
    device.views++;
    const from = headers.referrer === '' ? null : this.#referrer(headers);
    const referrer = from?.host ? this.#sumOf(from, 'referrer', from.host) : null;
    if (referrer) referrer.views++;
    if (!visitor) return;
    sums.visited(sum, visitor);
    if (referrer) sums.visited(referrer, visitor);
    if (!visitor.isCounted) {
      visitor.isCounted = true;
      sums.visited(sums.sum('site', ''), visitor);
      sums.visited(device, visitor);
    }
  }

  searchedInVain(request: IncomingMessage, terms: string): void {
    const headers = countedHeaders(request.rawHeaders);
    const agent = this.#agent(headers.userAgent);
    if (request.method !== 'GET' || headers.isLeftOut || botOf(request, headers, agent) !== null) return;
    const name = normalizedTerms(terms);
    // What looks like an address of a person is not kept.
    if (name !== '' && !name.includes('@')) this.#today().sum('search', name).views++;
  }

  /** Removes and returns what waits to be written, day by day. */
  take(): Sums[] {
    this.#countBatch();
    const taken = [...this.#earlier, this.#sums].filter((sums) => !sums.isEmpty);
    this.#earlier = [];
    this.#sums = new Sums(this.#options.days.at(this.#options.now()));
    this.#forgetVisitors();
    return taken;
  }

  /** Where sums of a day belong that could not be written. */
  pending(day: string): Sums {
    if (this.#today().day === day) return this.#sums;
    const known = this.#earlier.find((sums) => sums.day === day);
    if (known) return known;
    const sums = new Sums(day);
    this.#earlier.push(sums);
    return sums;
  }

  #today(): Sums {
    const day = this.#options.days.at(this.#options.now());
    if (day !== this.#sums.day) {
      this.#countBatch();
      if (!this.#sums.isEmpty) this.#earlier.push(this.#sums);
      this.#sums = new Sums(day);
      this.#forgetVisitors();
    }
    return this.#sums;
  }

  /** For the next flush, or the next day. Sums have visitors, too, so that nothing may point to earlier ones. */
  #forgetVisitors(): void {
    this.#visitors = new Map();
    this.#addresses = 0;
    this.#recentClients.clear();
    for (const known of this.#withSum) known.sum = null;
    this.#withSum = [];
  }

  #sumOf(known: KnownAgent | KnownReferrer, kind: 'device' | 'referrer', name: string): Sum {
    if (known.sum) return known.sum;
    known.sum = this.#sums.sum(kind, name);
    this.#withSum.push(known);
    return known.sum;
  }

  #agent(userAgent: string): KnownAgent {
    const recent = this.#recentAgents.get(userAgent);
    if (recent) return recent;
    const agent = this.#agents.get(userAgent) ?? this.#newAgent(userAgent);
    this.#recentAgents.put(userAgent, agent);
    return agent;
  }

  #newAgent(userAgent: string): KnownAgent {
    if (this.#agents.size >= agentsMax) this.#agents.clear();
    const agent: KnownAgent = { ...classifyAgent(userAgent), slot: slotOf(userAgent), sum: null };
    this.#agents.set(userAgent, agent);
    return agent;
  }

  /** Undefined when too many different ones wait to be written. */
  #visitor(remote: string, headers: CountedHeaders, slot: number): Visitor | undefined {
    const { forwardedIp } = this.#options;
    const forwarded = forwardedIp ? headers.forwarded : '';
    const slots = this.#slots(remote, forwarded);
    const known = slots?.[slot];
    if (known || !slots) return known;
    const ip = forwardedIp ? forwardedIp(remote, forwarded) : remote;
    const visitor = { key: `${visitorKey(ip)} ${slot}`, isCounted: false };
    slots[slot] = visitor;
    return visitor;
  }

  #slots(remote: string, forwarded: string): Client['slots'] | undefined {
    // Behind a proxy all have the same `remote`, and without one the same `forwarded`.
    const key = forwarded === '' ? remote : forwarded;
    const recent = this.#recentClients.get(key);
    if (recent?.remote === remote && recent.forwarded === forwarded) return recent.slots;
    const slots = this.#visitors.get(remote)?.get(forwarded) ?? this.#newSlots(remote, forwarded);
    if (slots) this.#recentClients.put(key, { remote, forwarded, slots });
    return slots;
  }

  #newSlots(remote: string, forwarded: string): Client['slots'] | undefined {
    if (this.#addresses >= addressesMax) return undefined;
    this.#addresses++;
    let clients = this.#visitors.get(remote);
    if (!clients) {
      clients = new Map();
      this.#visitors.set(remote, clients);
    }
    const slots: Client['slots'] = [];
    clients.set(forwarded, slots);
    return slots;
  }

  /** Another site; the own one may have several names. */
  #referrer({ referrer, host }: CountedHeaders): KnownReferrer | null {
    const from = this.#knownReferrer(referrer);
    if (from.host === null || from.host === host || from.withWww === host) return null;
    return from.host === this.#ownHost() ? null : from;
  }

  #ownHost(): string | null {
    const url = this.#options.siteUrl();
    if (this.#ownSite.url !== url) this.#ownSite = { url, host: referrerHost(`${url}/`) };
    return this.#ownSite.host;
  }

  #knownReferrer(url: string): KnownReferrer {
    const recent = this.#recentReferrers.get(url);
    if (recent) return recent;
    const referrer = this.#referrers.get(url) ?? this.#newReferrer(url);
    this.#recentReferrers.put(url, referrer);
    return referrer;
  }

  #newReferrer(url: string): KnownReferrer {
    if (this.#referrers.size >= referrersMax) this.#referrers.clear();
    const host = referrerHost(url);
    const referrer = { host, withWww: `www.${host}`, sum: null };
    this.#referrers.set(url, referrer);
    return referrer;
  }
}

/** Every browser sends the languages of its user. Proxies may speak HTTP/1.0 for a client that does not. */
function botOf(request: IncomingMessage, headers: CountedHeaders, agent: Agent) {
  if (agent.bot !== null) return agent.bot;
  const isOld = request.httpVersionMajor === 1 && request.httpVersionMinor === 0 && !headers.isProxied;
  return !headers.hasLanguage || isOld ? 'other' : null;
}

/** FNV-1a. */
function slotOf(userAgent: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < userAgent.length; at++) hash = Math.imul(hash ^ userAgent.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % visitorsPerAddress;
}

const normalizedTerms = (terms: string): string =>
  [...terms.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()]
    .slice(0, searchTermsMax)
    .join('')
    .trim();
