import { describe, expect, test } from 'vitest';
import { expiredRevisions } from './revision-retention.ts';

const now = new Date('2026-06-30T12:00:00.000Z');
const hour = 60 * 60 * 1000;
const ago = (hours: number) => ({ date: new Date(now.getTime() - hours * hour).toISOString() });
const recent = Array.from({ length: 20 }, (_, index) => ago(index / 100));

describe('revision retention', () => {
  test('keeps the last 20, regardless of age', () => {
    expect(expiredRevisions(recent, now)).toEqual([]);
    expect(expiredRevisions(Array(20).fill(ago(20_000)), now)).toEqual([]);
  });

  test('keeps the newest of each day for 30 days', () => {
    const older = [ago(30), ago(31), ago(32), ago(50), ago(51)];
    expect(expiredRevisions([...recent, ...older], now)).toEqual([ago(31), ago(32), ago(51)]);
  });

  test('keeps the newest of each week after that', () => {
    const days = Array.from({ length: 70 }, (_, index) => ago(24 * (40 + index)));
    const kept = 70 - expiredRevisions([...recent, ...days], now).length;
    expect(kept).toBeGreaterThanOrEqual(10);
    expect(kept).toBeLessThanOrEqual(11);
  });

  test('is idempotent', () => {
    const many = [...recent, ...Array.from({ length: 2000 }, (_, index) => ago(30 + index * 2))];
    const gone = new Set(expiredRevisions(many, now));
    const left = many.filter((version) => !gone.has(version));
    expect(expiredRevisions(left, now)).toEqual([]);
    expect(left.length).toBeLessThan(75);
  });
});
