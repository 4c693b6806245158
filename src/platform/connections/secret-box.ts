import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config.ts';

/** Where the key is: in SECRETS_KEY, or in a file of DATA_DIR that neither backups nor exports contain. */
type KeySource = Pick<Config, 'dataDir' | 'secretsKey'>;

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

export const keyFile = ({ dataDir }: Pick<KeySource, 'dataDir'>): string => path.join(dataDir, 'secrets.key');

/** Null when there is none yet, or none any more. */
function readKey(source: KeySource): Buffer | null {
  if (source.secretsKey !== null) return Buffer.from(source.secretsKey, 'base64');
  try {
    const key = Buffer.from(readFileSync(keyFile(source), 'utf8').trim(), 'base64');
    return key.length === keyBytes ? key : null;
  } catch {
    return null;
  }
}

/** Complete before it has its name, because another process may create it at the same time. */
function createKey(source: KeySource): Buffer {
  const file = keyFile(source);
  const temporary = `${file}.${process.pid}.new`;
  writeFileSync(temporary, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary);
  }
  const key = readKey(source);
  if (!key) throw new Error(`${file} contains no key. Delete it, then a new one is made.`);
  return key;
}

/** Encrypts text for this purpose only: sealed text that is copied to another row cannot be opened there. */
export function seal(source: KeySource, purpose: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, readKey(source) ?? createKey(source), iv).setAAD(
    Buffer.from(purpose),
  );
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Null without the key that sealed it. */
export function unseal(source: KeySource, purpose: string, sealed: string): string | null {
  const key = readKey(source);
  const bytes = Buffer.from(sealed, 'base64');
  if (!key || bytes.length < ivBytes + tagBytes) return null;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
      'utf8',
    );
  } catch {
    return null;
  }
}
