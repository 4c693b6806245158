import { type Config, isPublic } from '../../config.ts';
import { type Finding, ok, problem, warning } from '../../platform/findings.ts';
import { type Arrival, probeHeader, signedProbe } from '../../platform/http/request/probe.ts';
import { outgoing } from '../../platform/outgoing/client.ts';
import { storedSettings } from './database.ts';
import * as messages from './messages.ts';

type Site = Pick<Config, 'dataDir' | 'databaseUrl' | 'siteUrl' | 'host' | 'port' | 'trustProxy'>;

/** An address of a network that is reserved for documentation: no reader has it. */
const inventedAddress = '192.0.2.77';
const limits = { connectMs: 5_000, silentMs: 10_000, totalMs: 15_000, answerBytes: 64 * 1024 };

/** How requests arrive at the running site, directly and over SITE_URL: with which host and with whose IP address. */
export async function checkRequests(config: Site): Promise<Finding[]> {
  const settings = await storedSettings(config, ['key:csrf', 'untrusted_forwarding']);
  const local = `http://${localHost(config.host)}:${config.port}`;
  const key = settings?.get('key:csrf');
  if (key === undefined) return [ok(messages.notRunning(local))];
  const probe = (url: string, headers: Record<string, string>) =>
    ask(url, { ...headers, [probeHeader]: signedProbe(Buffer.from(key, 'base64url'), new Date()) });
  // Without a forwarding header, which would look like a proxy that is not trusted.
  const direct = await probe(local, {});
  if ('error' in direct) return [ok(messages.notRunning(local))];
  if (!direct.arrival) return [problem(messages.otherProgram(local), messages.endOtherProgram)];
  const { siteUrl } = config;
  if (siteUrl === null || !isPublic(config))
    return [...forwarding(settings?.get('untrusted_forwarding')), ok(messages.siteAnswers(local))];
  const found = await probe(siteUrl, { 'x-forwarded-for': inventedAddress });
  if ('error' in found) return [problem(messages.siteUrlSilent(siteUrl, found.error), messages.repairProxy)];
  if (!found.arrival)
    return [problem(messages.siteUrlOther(siteUrl, found.status), messages.pointProxyHere(config.port))];
  const seen = [
    ...forwarding(settings?.get('untrusted_forwarding')),
    ...arrivalFindings(siteUrl, config.trustProxy, found.arrival),
  ];
  return seen.length > 0 ? seen : [ok(messages.proxyArrives(siteUrl))];
}

/** A wildcard address is reached over loopback. */
function localHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

type Answer = { error: string } | { status: number; arrival: Arrival | null };

async function ask(site: string, headers: Record<string, string>): Promise<Answer> {
  using client = outgoing({ to: site, allowPrivateTarget: true, limits });
  try {
    const response = await client.fetch(`${site.endsWith('/') ? site.slice(0, -1) : site}/healthz`, {
      headers,
    });
    return { status: response.status, arrival: arrivalIn(await response.text()) };
  } catch (error) {
    const { message, cause } = error as Error;
    return { error: cause instanceof Error ? cause.message : message };
  }
}

function arrivalIn(text: string): Arrival | null {
  try {
    const { client, peer, host } = JSON.parse(text);
    return [client, peer, host].every((part) => typeof part === 'string') ? { client, peer, host } : null;
  } catch {
    return null;
  }
}

/** What is wrong with a request that came over the proxy. */
function arrivalFindings(
  siteUrl: string,
  trust: Config['trustProxy'],
  { client, peer, host }: Arrival,
): Finding[] {
  const found: Finding[] = [];
  const isTrusted = 'hops' in trust ? trust.hops > 0 : trust.addresses.length > 0;
  if (client === inventedAddress) found.push(problem(messages.addressInvented(siteUrl), messages.lowerTrust));
  // The proxy may be on this machine, and then doctor has the same address as the proxy.
  else if (client === peer && !isLoopback(peer))
    found.push(warning(messages.addressMissing(siteUrl, peer), messages.passAddressOn(isTrusted)));
  else if (client === peer && !isTrusted)
    found.push(warning(messages.addressMissing(siteUrl, peer), messages.passAddressOn(false)));
  if (host.toLowerCase() !== new URL(siteUrl).host)
    found.push(warning(messages.hostLost(siteUrl, host), messages.passHostOn));
  return found;
}

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.');

function forwarding(stored: string | undefined): Finding[] {
  if (stored === undefined) return [];
  const { header, date } = JSON.parse(stored) as { header: string; date: string };
  return [warning(messages.forwardedUntrusted(header, date), messages.setTrustProxy)];
}
