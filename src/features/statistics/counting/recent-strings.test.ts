import { expect, test } from 'vitest';
import { RecentStrings } from './recent-strings.ts';

test('a value is found by an equal string, and by no other one in its place', () => {
  const tested = new RecentStrings<string>(2);
  const keys = Array.from({ length: 100 }, (_, at) => `198.51.100.${at}`);
  for (const key of keys) {
    tested.put(key, `value of ${key}`);
    expect(tested.get(Buffer.from(key).toString('latin1'))).toBe(`value of ${key}`);
  }
  const found = keys.filter((key) => tested.get(key) !== null);
  expect(found.length).toBeLessThanOrEqual(2);
  for (const key of found) expect(tested.get(key)).toBe(`value of ${key}`);
  expect(tested.get('')).toBeNull();
  tested.clear();
  expect(found.map((key) => tested.get(key))).toEqual(found.map(() => null));
});

test('addresses of one network mostly have places of their own', () => {
  const tested = new RecentStrings<number>(1024);
  const keys = Array.from({ length: 256 }, (_, at) => `198.51.100.${at}`);
  for (const [at, key] of keys.entries()) tested.put(key, at);
  expect(keys.filter((key) => tested.get(key) !== null).length).toBeGreaterThan(200);
});
