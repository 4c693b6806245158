import type { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { addressList, isListed, isPublic } from './ip-addresses.ts';
import { OutgoingRefusal } from './refusal.ts';

export type GuardOptions = {
  /** The configured server, as an http or https URL; null where no server is configured. */
  to: string | null;
  /**
   * Which other servers may be contacted, which must be public: `https` for those that the configured one refers to, `web`
   * for any that an author names. Of these only the usual ports, so that requests cannot be used to probe servers.
   */
  elsewhere?: 'https' | 'web';
  /**
   * Whether the host of `to` may have a private address: for the operator's own servers, which only the configuration
   * names. All other hosts stay limited to public addresses.
   */
  allowPrivateTarget?: boolean;
  /** A server that an administrator named, which is contacted like one of `elsewhere`. */
  named?: string;
  /** Private IP addresses and networks that the servers `to` and `named` may have, at their port; no other server. */
  allow?: readonly string[];
  /** Private IP addresses and networks that any server may have: for tests, on sites that only this machine can reach. */
  strangers?: readonly string[];
  /** Resolves host names; tests replace it. */
  resolve?: typeof lookup;
};

/**
 * Decides which servers may be contacted. Throws if a request must not go to this URL, and returns how its host name is
 * resolved: the checked IP addresses are the ones that are connected to, which prevents DNS rebinding.
 */
type Guard = (url: URL) => LookupFunction;

export function createGuard({
  to,
  elsewhere,
  allowPrivateTarget = false,
  named,
  allow = [],
  strangers = [],
  resolve,
}: GuardOptions & {
  resolve: typeof lookup;
}): Guard {
  const target = to === null ? null : new URL(to);
  const ofTarget = addressList([...allow, ...(target ? writtenAsAddress(hostOf(target)) : [])]);
  const namedOrigin = named === undefined ? null : new URL(named).origin;
  const ofNamed = addressList(allow);
  const ofAny = addressList(strangers);

  return (url) => {
    const host = hostOf(url);
    const isTarget = url.origin === target?.origin;
    const isNamed = url.origin === namedOrigin;
    const isAllowed = (address: string) =>
      isListed(ofAny, address) || (isNamed && isListed(ofNamed, address));
    const mayConnect = (address: string) =>
      isPublic(address) ||
      isAllowed(address) ||
      (isTarget && (allowPrivateTarget || isListed(ofTarget, address)));
    const refusal = () => privateAddress(isTarget || isNamed);

    // Servers with allowed addresses may use any port. Those of a host name are known after it is resolved.
    const isUsualPort = isTarget || url.port === '';
    const mayUsePort = (address: string) => isUsualPort || isAllowed(address);
    const mayHavePort = isIP(host) !== 0 ? mayUsePort(host) : isUsualPort || (isNamed && allow.length > 0);
    const mayGoElsewhere =
      elsewhere !== undefined && mayHavePort && (elsewhere === 'web' || url.protocol === 'https:');
    if (!/^https?:$/.test(url.protocol) || !(isTarget || mayGoElsewhere))
      throw new OutgoingRefusal('EELSEWHERE', 'The request would go to another server.');
    // Node connects to IP addresses without a lookup.
    if (isIP(host) !== 0 && !mayConnect(host)) throw refusal();

    return (name, options, callback) => {
      resolve(name, { ...options, all: true }, (error, found) => {
        if (error) return callback(error, '');
        const usable = found.filter(({ address }) => mayConnect(address) && mayUsePort(address));
        const [first] = usable;
        if (!first) return callback(refusal(), '');
        if (options.all) callback(null, usable);
        else callback(null, first.address, first.family);
      });
    };
  };
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** A configured IP address is allowed even if it is private; a host name only resolves to public ones. */
function writtenAsAddress(host: string): string[] {
  if (host === 'localhost') return ['127.0.0.0/8', '::1'];
  return isIP(host) === 0 ? [] : [host];
}

const privateAddress = (isConfigured: boolean) =>
  new OutgoingRefusal(
    'EPRIVATE',
    `The server has a private address${isConfigured ? ', and OUTGOING_ALLOW does not name it' : ''}.`,
  );
