import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const text = readFileSync(path.join(root, 'docs/how-to.md'), 'utf8');
const named = [...text.matchAll(/`((?:src|tests|docs)\/[^`\s]*|\.env\.example)`/g)].map(
  ([, file = '']) => file,
);

test('docs/how-to.md names files', () => {
  expect(new Set(named).size).toBeGreaterThan(20);
});

test.each([...new Set(named)])('%s exists, as docs/how-to.md says', (file) => {
  expect(existsSync(path.join(root, file))).toBe(true);
});
