import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Db } from '../../platform/db/open.ts';
import { ensureSetting, readSetting } from '../../platform/db/settings.ts';
import type { FediverseKeys } from './signing/keys.ts';

const generate = promisify(generateKeyPair);

/** The private keys of the blog. Never exported with its content, never in a response or a log. */
const setting = 'key:fediverse';

/**
 * The keys of the blog, made when they are needed for the first time: threads of the pool do that, so no request waits for it
 * but the first one. They stay when the fediverse is switched off, because other servers remember them.
 */
export async function fediverseKeys(db: Db): Promise<FediverseKeys> {
  const stored = await readSetting(db, setting);
  return JSON.parse(stored ?? (await ensureSetting(db, setting, JSON.stringify(await newKeys()))));
}

/** RSA with 2048 bits, as Mastodon has: signing with 4096 takes six times as long, for each delivery. */
async function newKeys(): Promise<FediverseKeys> {
  const rsa = await generate('rsa', { modulusLength: 2048 });
  const ed25519 = await generate('ed25519');
  return {
    rsa: { ...rsa.privateKey.export({ format: 'jwk' }), alg: 'RS256' },
    ed25519: { ...ed25519.privateKey.export({ format: 'jwk' }), alg: 'Ed25519' },
  };
}
