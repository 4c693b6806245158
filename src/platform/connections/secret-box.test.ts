import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keyFile, seal, unseal } from './secret-box.ts';

function newSource(secretsKey: string | null = null) {
  const dataDir = mkdtempSync(join(tmpdir(), 'not-terrible-key-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return { dataDir, secretsKey };
}

test('text is sealed with a key in a private file, which the first use makes', () => {
  const source = newSource();
  const sealed = seal(source, 'mail', 'hunter2');
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('hunter2');
  expect(seal(source, 'mail', 'hunter2')).not.toBe(sealed);
  expect(unseal(source, 'mail', sealed)).toBe('hunter2');
  expect(statSync(keyFile(source)).mode & 0o777).toBe(0o600);
});

test('it cannot be opened for another purpose, with another key, without one, or after a change', () => {
  const source = newSource();
  const sealed = seal(source, 'mail', 'hunter2');
  expect(unseal(source, 'x', sealed)).toBeNull();
  expect(unseal(newSource(), 'mail', sealed)).toBeNull();
  expect(
    unseal({ ...source, secretsKey: Buffer.alloc(32, 7).toString('base64') }, 'mail', sealed),
  ).toBeNull();
  const changed = Buffer.from(sealed, 'base64');
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(unseal(source, 'mail', changed.toString('base64'))).toBeNull();
  expect(unseal(source, 'mail', '')).toBeNull();
  writeFileSync(keyFile(source), 'not a key');
  expect(unseal(source, 'mail', sealed)).toBeNull();
  // What is sealed with a lost key must not be replaced silently by a second one.
  expect(() => seal(source, 'mail', 'again')).toThrow(/contains no key/);
});

test('the key of the environment needs no file', () => {
  const source = newSource(Buffer.alloc(32, 7).toString('base64'));
  expect(unseal(source, 'mail', seal(source, 'mail', 'hunter2'))).toBe('hunter2');
  expect(() => readFileSync(keyFile(source))).toThrow();
});
