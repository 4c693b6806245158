import { expect, test } from 'vitest';
import { counterMessages } from '../../platform/web/messages/en/counter.ts';
import { messageFor, step } from './counter.ts';

test('the counter never goes below zero', () => {
  expect(step(0, 1)).toBe(1);
  expect(step(7, -1)).toBe(6);
  expect(step(0, -1)).toBe(0);
});

test.each([
  [0, 0],
  [4, 0],
  [5, 1],
  [9, 1],
  [10, 2],
  [249, 49],
  [250, 50],
  [1_000_000, 50],
])('the message at %i has index %i', (counter, index) => {
  expect(messageFor(counter, counterMessages)).toBe(counterMessages[index]);
});

test('all messages are different', () => {
  expect(new Set(counterMessages).size).toBe(51);
});
