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
  /** Private IP addresses and networks that the owner allows. */
  allow?: readonly string[];
  /** Resolves host names; tests replace it. */
  resolve?: typeof lookup;
};

/** Decides which servers may be contacted, and which IP addresses a host name may resolve to. */
export type Guard = {
  /** Throws if a request must not go to this URL. */
  check(url: URL): void;
  lookup: LookupFunction;
};

export function createGuard({
  to,
  elsewhere,
  allowPrivateTarget,
  allow,
  resolve,
}: GuardOptions & {
  resolve: typeof lookup;
}): Guard {
  const target = to === null ? null : new URL(to);
  const targetHost = target && hostOf(target);
  const listed = addressList(allow ?? []);
  const allowed = addressList([...(allow ?? []), ...(targetHost ? writtenAsAddress(targetHost) : [])]);
  const mayConnect = (host: string, address: string) =>
    isPublic(address) || isListed(allowed, address) || (allowPrivateTarget === true && host === targetHost);

  return {
    check(url) {
      const host = hostOf(url);
      // Servers that the owner allows may use any port.
      const isUsualPort = url.port === '' || (isIP(host) !== 0 && isListed(listed, host));
      const mayGoElsewhere =
        elsewhere !== undefined && isUsualPort && (elsewhere === 'web' || url.protocol === 'https:');
      if (!/^https?:$/.test(url.protocol) || (url.origin !== target?.origin && !mayGoElsewhere))
        throw new OutgoingRefusal('EELSEWHERE', 'The request would go to another server.');
      // Node connects to IP addresses without a lookup.
      if (isIP(host) !== 0 && !mayConnect(host, host)) throw privateAddress();
    },
    /** The checked IP addresses are the ones that are connected to, which prevents DNS rebinding. */
    lookup(name, options, callback) {
      resolve(name, { ...options, all: true }, (error, found) => {
        if (error) return callback(error, '');
        const usable = found.filter(({ address }) => mayConnect(name, address));
        const [first] = usable;
        if (!first) return callback(privateAddress(), '');
        if (options.all) callback(null, usable);
        else callback(null, first.address, first.family);
      });
    },
  };
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** A configured IP address is allowed even if it is private; a host name only resolves to public ones. */
function writtenAsAddress(host: string): string[] {
  if (host === 'localhost') return ['127.0.0.0/8', '::1'];
  return isIP(host) === 0 ? [] : [host];
}

const privateAddress = () =>
  new OutgoingRefusal('EPRIVATE', 'The server has a private address, and OUTGOING_ALLOW does not name it.');
