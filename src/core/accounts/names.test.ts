import { expect, test } from 'vitest';
import { looksLike, normalizedName } from './names.ts';

test.each([
  ['  Ada \t Lovelace\n', 'Ada Lovelace'],
  ['Ada\u202E ecalevoL', 'Ada ecalevoL'],
  [' '.repeat(15_000), ''],
  ['\u200B\u2800\u3164', ''],
  ['👩🏽‍💻', '👩🏽‍💻'],
  ['<script>', '<script>'],
  ['a\ud800b', 'a\uFFFDb'],
])('the normalized form of %j is %j', (raw, name) => {
  expect(normalizedName(raw)).toBe(name);
});

test.each([
  ['Ada Lovelace', 'ada lovelace'],
  ['Ada Lovelace', 'A d a   L-o-v-e-l-a-c-e'],
  ['Ada Lovelace', 'ADALOVELACE'],
  ['Ada Lovelace', 'Аdа Lоvelасе'],
  ['Ada Lovelace', 'Ada Lovela\u200Bce'],
  ['Ada Lovelace', 'Ada 1ove1ace'],
  ['Zoë', 'Zoe'],
  ['Admin', '@dm1n'],
  ['🦊', ' 🦊 '],
])('%s looks like %s', (name, other) => {
  expect(looksLike(name, other)).toBe(true);
});

test.each([
  ['Ada Lovelace', 'Ada'],
  ['Ada', 'Adam'],
  ['Анна', 'Инна'],
  ['花子', '太郎'],
  ['🦊', '🐻'],
])('%s does not look like %s', (name, other) => {
  expect(looksLike(name, other)).toBe(false);
});
