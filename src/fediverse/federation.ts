import type { Federation, InboxListenerSetters, KvStore } from '@fedify/fedify';
import { installGuardedFetch } from './guarded-fetch.ts';
import { type FediverseKeys, publicPart } from './keys.ts';

export type FederationOptions = {
  /** The URL of the site. */
  origin: string;
  keys: FediverseKeys;
  /** Where Fedify remembers keys of others and what it has received. */
  values: KvStore;
  userAgent: string;
  /** Private IP addresses and networks that the operator allows requests to. */
  allow: readonly string[];
};

/** The one actor of the blog, as Fedify names it. */
export const blogIdentifier = 'blog';

/**
 * Fedify for this blog: it verifies what arrives at the inbox and fetches documents of others with signed requests. It is
 * imported only here and in `sender.ts`, when a job needs it. Documents for others are not its task, nor is the queue of
 * deliveries (`src/blog/fediverse/`).
 */
export async function openFederation<Data>(
  options: FederationOptions,
): Promise<{ federation: Federation<Data>; inbox: InboxListenerSetters<Data> }> {
  installGuardedFetch(options.allow);
  const { createFederation, importJwk } = await import('@fedify/fedify');
  const federation = createFederation<Data>({
    kv: options.values,
    origin: options.origin,
    userAgent: options.userAgent,
    // The guard of `fetch` decides, with the address that is connected to.
    allowPrivateAddress: true,
    // Some servers answer 202 to signatures of RFC 9421 and drop the activity.
    firstKnock: 'draft-cavage-http-signatures-12',
  });
  const pair = async (key: JsonWebKey) => ({
    privateKey: await importJwk(key, 'private'),
    publicKey: await importJwk(publicPart(key), 'public'),
  });
  federation
    .setActorDispatcher('/fediverse/actors/{identifier}', () => null)
    .mapActorAlias('/fediverse/actor', blogIdentifier)
    .setKeyPairsDispatcher(async (_context, identifier) =>
      identifier === blogIdentifier ? [await pair(options.keys.rsa), await pair(options.keys.ed25519)] : [],
    );
  const inbox = federation
    .setInboxListeners('/fediverse/actors/{identifier}/inbox', '/fediverse/inbox')
    // Requests for keys and documents are signed: servers in "secure mode" answer no others.
    .setSharedKeyDispatcher(() => ({ identifier: blogIdentifier }));
  return { federation, inbox };
}
