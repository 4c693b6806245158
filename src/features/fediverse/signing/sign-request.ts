import type { Sign } from './fetch-document.ts';
import { installGuardedFetch } from './guarded-fetch.ts';
import { type FediverseKeys, mainKeyId } from './keys.ts';

/** Signs requests for documents: servers in "secure mode" answer no others. */
export async function openSigner(options: {
  actor: string;
  keys: FediverseKeys;
  strangers: readonly string[];
}): Promise<Sign> {
  installGuardedFetch(options.strangers);
  const { importJwk, signRequest } = await import('@fedify/fedify/sig');
  const privateKey = await importJwk(options.keys.rsa, 'private');
  const keyId = new URL(mainKeyId(options.actor));
  return (request) => signRequest(request, privateKey, keyId, { spec: 'draft-cavage-http-signatures-12' });
}
