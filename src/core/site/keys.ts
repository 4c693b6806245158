import { randomBytes, randomUUID } from 'node:crypto';
import type { Keys } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { ensureSetting, siteIdSetting } from '../../platform/db/settings.ts';

export async function readKeys(db: Db): Promise<Keys> {
  const key = async (name: string) =>
    Buffer.from(await ensureSetting(db, `key:${name}`, randomBytes(32).toString('base64url')), 'base64url');
  return {
    addresses: await key('addresses'),
    csrf: await key('csrf'),
    mail: await key('mail'),
    passkeys: await key('passkeys'),
  };
}

export const readSiteId = (db: Db): Promise<string> => ensureSetting(db, siteIdSetting, randomUUID());
