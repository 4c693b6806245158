import { expect, test } from 'vitest';
import { readinessUrl } from './health.ts';

test('asks on the address that the site listens on', () => {
  const urlOf = (host: string) => readinessUrl({ host, port: 3000 });
  expect(urlOf('127.0.0.1')).toBe('http://127.0.0.1:3000/readyz');
  expect(urlOf('localhost')).toBe('http://localhost:3000/readyz');
  expect(urlOf('0.0.0.0')).toBe('http://127.0.0.1:3000/readyz');
  expect(urlOf('::')).toBe('http://[::1]:3000/readyz');
  expect(urlOf('fd00::2')).toBe('http://[fd00::2]:3000/readyz');
});
