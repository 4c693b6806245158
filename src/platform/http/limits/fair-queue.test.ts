import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const drained = (queue: FairQueue<string>): string[] => {
  const found: string[] = [];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) found.push(next);
  return found;
};

test('clients take turns, and each is served in the order of its requests', () => {
  const queue = new FairQueue<string>();
  for (const entry of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(entry.charAt(0), entry);
  expect(queue.length).toBe(6);
  expect(drained(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect([queue.length, queue.lengthOf('a'), queue.largest]).toEqual([0, 0, undefined]);
});

test('a client that comes back is served after those that wait', () => {
  const queue = new FairQueue<string>();
  queue.push('a', 'a1');
  queue.push('b', 'b1');
  expect(queue.shift()).toBe('a1');
  queue.push('a', 'a2');
  expect(drained(queue)).toEqual(['b1', 'a2']);
});

test('the newest entry of the largest client can be removed', () => {
  const queue = new FairQueue<string>();
  for (const entry of ['a1', 'b1', 'b2', 'c1', 'c2']) queue.push(entry.charAt(0), entry);
  expect(queue.largest).toBe('b');
  expect(queue.pop('b')).toBe('b2');
  expect(queue.largest).toBe('c');
  expect(queue.pop('absent')).toBeUndefined();
  expect(drained(queue)).toEqual(['a1', 'b1', 'c1', 'c2']);
});

test('expired entries are removed from each client', () => {
  const queue = new FairQueue<string>();
  for (const entry of ['a1', 'a2', 'b1', 'c2']) queue.push(entry.charAt(0), entry);
  expect(queue.removeOldest((entry) => entry.endsWith('1'))).toEqual(['a1', 'b1']);
  expect(queue.length).toBe(2);
  expect(drained(queue)).toEqual(['a2', 'c2']);
});
