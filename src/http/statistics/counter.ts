import type { IncomingMessage } from 'node:http';
import type { Days } from '../../blog/statistics/days.ts';
import { Sums, type Visitor } from '../../blog/statistics/sums.ts';
import { searchTermsMax } from '../../contract/statistics.ts';
import { visitorKey } from '../../rules/ip-addresses.ts';
import { referrerHost } from '../../rules/referrers.ts';
import { type Agent, classifyAgent } from '../../rules/user-agents.ts';
import type { Counted, Counter } from './counted.ts';
import { type CountedHeaders, countedHeaders } from './headers.ts';

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

type KnownAgent = Agent & { slot: number };

type Options = {
  days: Days;
  now: () => number;
  siteUrl: () => string;
  /** The client's IP address; null: X-Forwarded-For is ignored. */
  forwardedIp: ((remote: string, header: string) => string) | null;
  /** Asks for a flush soon. */
  full: () => void;
};

/** Counts in memory. A request costs a few lookups: everything that takes longer is remembered or done by the flush. */
export class RequestCounter implements Counter {
  readonly #options: Options;
  #sums: Sums;
  #earlier: Sums[] = [];
  /** By the address of the connection and by X-Forwarded-For: joining both would cost more than looking twice. */
  #visitors = new Map<string, Map<string, (Visitor | undefined)[]>>();
  #addresses = 0;
  #ownSite = { url: '', host: null as string | null };
  readonly #agents = new Map<string, KnownAgent>();
  readonly #referrers = new Map<string, string | null>();

  constructor(options: Options) {
    this.#options = options;
    this.#sums = new Sums(options.days.at(options.now()));
  }

  count(request: IncomingMessage, { kind, name }: Counted): void {
    if (request.method !== 'GET') return;
    const headers = countedHeaders(request.rawHeaders);
    if (headers.isLeftOut) return;
    const agent = this.#agent(headers.userAgent);
    const sums = this.#today();
    const isForReader = kind === 'feed' && (agent.bot === 'feed' || agent.bot === null);
    const bot = isForReader ? null : botOf(request, headers, agent);
    if (bot !== null) {
      sums.sum('bot', bot).views++;
      return;
    }
    const sum = sums.sum(kind, name);
    sum.views++;
    if (kind === 'missing') return;
    const visitor = this.#visitor(request, headers, agent.slot);
    if (kind === 'feed') {
      if (agent.reader) sums.told(sum, agent.reader.name, agent.reader.subscribers);
      else if (visitor) sums.visited(sum, visitor);
      return;
    }
    sums.viewed(agent.device);
    const from = headers.referrer === '' ? null : this.#referrer(headers);
    const referrer = from === null ? null : sums.sum('referrer', from);
    if (referrer) referrer.views++;
    if (!visitor) return;
    sums.visited(sum, visitor);
    if (referrer) sums.visited(referrer, visitor);
    if (!visitor.isCounted) {
      visitor.isCounted = true;
      sums.visited(sums.sum('site', ''), visitor);
      sums.visited(sums.sum('device', agent.device), visitor);
    }
    if (sums.pairs > manyPairs) this.#options.full();
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
      if (!this.#sums.isEmpty) this.#earlier.push(this.#sums);
      this.#sums = new Sums(day);
      this.#forgetVisitors();
    }
    return this.#sums;
  }

  #forgetVisitors(): void {
    this.#visitors = new Map();
    this.#addresses = 0;
  }

  #agent(userAgent: string): KnownAgent {
    const known = this.#agents.get(userAgent);
    if (known) return known;
    if (this.#agents.size >= agentsMax) this.#agents.clear();
    const agent = { ...classifyAgent(userAgent), slot: slotOf(userAgent) };
    this.#agents.set(userAgent, agent);
    return agent;
  }

  /** Undefined when too many different ones wait to be written. */
  #visitor(request: IncomingMessage, headers: CountedHeaders, slot: number): Visitor | undefined {
    const { forwardedIp } = this.#options;
    const remote = request.socket.remoteAddress ?? '0.0.0.0';
    const forwarded = forwardedIp ? headers.forwarded : '';
    const slots = this.#visitors.get(remote)?.get(forwarded) ?? this.#newSlots(remote, forwarded);
    const known = slots?.[slot];
    if (known || !slots) return known;
    const ip = forwardedIp ? forwardedIp(remote, forwarded) : remote;
    const visitor = { key: `${visitorKey(ip)} ${slot}`, isCounted: false };
    slots[slot] = visitor;
    return visitor;
  }

  #newSlots(remote: string, forwarded: string): (Visitor | undefined)[] | undefined {
    if (this.#addresses >= addressesMax) return undefined;
    this.#addresses++;
    let clients = this.#visitors.get(remote);
    if (!clients) {
      clients = new Map();
      this.#visitors.set(remote, clients);
    }
    const slots: (Visitor | undefined)[] = [];
    clients.set(forwarded, slots);
    return slots;
  }

  /** The host of another site; the own one may have several names. */
  #referrer({ referrer, host }: CountedHeaders): string | null {
    const from = this.#hostOf(referrer);
    if (from === null || from === host || `www.${from}` === host) return null;
    return from === this.#ownHost() ? null : from;
  }

  #ownHost(): string | null {
    const url = this.#options.siteUrl();
    if (this.#ownSite.url !== url) this.#ownSite = { url, host: referrerHost(`${url}/`) };
    return this.#ownSite.host;
  }

  #hostOf(url: string): string | null {
    const known = this.#referrers.get(url);
    if (known !== undefined) return known;
    if (this.#referrers.size >= referrersMax) this.#referrers.clear();
    const host = referrerHost(url);
    this.#referrers.set(url, host);
    return host;
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
