import type { IncomingMessage } from 'node:http';
import type { Counted, Counter } from '../../../platform/http/counted.ts';
import { visitorKey } from '../../../platform/http/request/ip-networks.ts';
import { maxMissingPathLength, maxSearchTermsLength } from '../api/statistics.ts';
import type { Days } from '../days.ts';
import { referrerHost } from '../referrers.ts';
import { Sums, type Visitor } from '../sums.ts';
import { type Agent, classifyAgent } from '../user-agents.ts';
import { type CountedHeaders, countedHeaders } from './headers.ts';

/** Different user agents and referrers whose meaning is remembered, and visitors until the next flush. */
const maxAgents = 2_000;
const maxReferrers = 1_000;
const maxVisitors = 20_000;
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

/** Counts in memory: hashing and SQL are done by the flush. */
export class RequestCounter implements Counter {
  readonly #options: Options;
  #sums: Sums;
  #earlier: Sums[] = [];
  readonly #visitors = new Map<string, Visitor>();
  readonly #agents = new Map<string, KnownAgent>();
  /** The hosts of the URLs of referrers. */
  readonly #referrers = new Map<string, string | null>();
  #ownSite = { url: '', host: null as string | null };

  constructor(options: Options) {
    this.#options = options;
    this.#sums = new Sums(options.days.at(options.now()));
  }

  count(request: IncomingMessage, counted: Counted): void {
    const headers = countedHeaders(request.headers);
    if (request.method !== 'GET' || headers.isLeftOut) return;
    const sums = this.#today();
    this.#add(sums, request, headers, counted);
    if (sums.pairs > manyPairs) this.#options.full();
  }

  #add(sums: Sums, request: IncomingMessage, headers: CountedHeaders, { kind, name }: Counted): void {
    const agent = this.#agent(headers.userAgent);
    const isForReader = kind === 'feed' && (agent.bot === 'feed' || agent.bot === null);
    const bot = isForReader ? null : botOf(request, headers, agent);
    if (bot !== null) {
      sums.sum('bot', bot).views++;
      return;
    }
    const sum = sums.sum(kind, kind === 'missing' ? name.slice(0, maxMissingPathLength) : name);
    sum.views++;
    if (kind === 'missing') return;
    const visitor = this.#visitor(request.socket.remoteAddress ?? '0.0.0.0', headers, agent.slot);
    if (kind === 'feed') {
      if (agent.reader) sums.setSubscribers(sum, agent.reader.name, agent.reader.subscribers);
      else if (visitor) sums.visited(sum, visitor);
      return;
    }
    const site = sums.sum('site', '');
    const device = sums.sum('device', agent.device);
    const host = headers.referrer === '' ? null : this.#referrer(headers);
    const referrer = host === null ? null : sums.sum('referrer', host);
    site.views++;
    device.views++;
    if (referrer) referrer.views++;
    if (!visitor) return;
    sums.visited(sum, visitor);
    if (referrer) sums.visited(referrer, visitor);
    if (!visitor.isCounted) {
      visitor.isCounted = true;
      sums.visited(site, visitor);
      sums.visited(device, visitor);
    }
  }

  searchedInVain(request: IncomingMessage, terms: string): void {
    const headers = countedHeaders(request.headers);
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
    this.#visitors.clear();
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
      this.#visitors.clear();
    }
    return this.#sums;
  }

  #agent(userAgent: string): KnownAgent {
    return this.#agents.get(userAgent) ?? this.#newAgent(userAgent);
  }

  #newAgent(userAgent: string): KnownAgent {
    if (this.#agents.size >= maxAgents) this.#agents.clear();
    const agent = { ...classifyAgent(userAgent), slot: slotOf(userAgent) };
    this.#agents.set(userAgent, agent);
    return agent;
  }

  /** Undefined when too many different ones wait to be written. */
  #visitor(remote: string, headers: CountedHeaders, slot: number): Visitor | undefined {
    const { forwardedIp } = this.#options;
    const forwarded = forwardedIp ? headers.forwarded : '';
    const client = `${slot} ${remote} ${forwarded}`;
    const known = this.#visitors.get(client);
    if (known || this.#visitors.size >= maxVisitors) return known;
    const ip = forwardedIp ? forwardedIp(remote, forwarded) : remote;
    const visitor = { key: `${visitorKey(ip)} ${slot}`, isCounted: false };
    this.#visitors.set(client, visitor);
    return visitor;
  }

  /** The host of another site; the own one may have several names. */
  #referrer({ referrer, host: ownHost }: CountedHeaders): string | null {
    const host = this.#referrerHost(referrer);
    return host === ownHost || `www.${host}` === ownHost || host === this.#ownHost() ? null : host;
  }

  #ownHost(): string | null {
    const url = this.#options.siteUrl();
    if (this.#ownSite.url !== url) this.#ownSite = { url, host: referrerHost(`${url}/`) };
    return this.#ownSite.host;
  }

  #referrerHost(url: string): string | null {
    const known = this.#referrers.get(url);
    if (known !== undefined) return known;
    if (this.#referrers.size >= maxReferrers) this.#referrers.clear();
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
    .slice(0, maxSearchTermsLength)
    .join('')
    .trim();
