import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { BenchRun, Measurement, Result } from './bench/bench-run.ts';
import { demoPages } from './bench/demo-pages.ts';
import { measureAll } from './bench/measure-all.ts';

test('a measurement that fails loses no result of the others, which are stored after each', async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const measuring = (name: string): Measurement => {
    const figure = { name, value: 1, unit: '' };
    return async () => ({ lines: [], figures: [figure] });
  };
  const stored: string[][] = [];
  const store = ({ figures }: Result) => void stored.push(figures.map(({ name }) => name));
  const fails: Measurement = async () => {
    throw new Error('no luck');
  };
  const measurements = { first: measuring('a'), second: fails, third: measuring('b') };
  const { result, failed } = await measureAll(measurements, {} as BenchRun, store);
  expect(stored).toEqual([['a'], ['a', 'b']]);
  expect(result.figures).toHaveLength(2);
  expect(failed).toEqual(['second']);
  expect(printed.mock.calls.flat().join()).toContain('no luck');
});

describe('pages of the demo', () => {
  /** Answers like a site whose posts appear one after another, each time that it is asked how many there are. */
  async function fillingSite(home: (posts: number) => string): Promise<string> {
    let posts = 0;
    const server = createServer((request, response) => {
      if (request.url === '/') return void response.end(home(posts));
      response.setHeader('x-total-count', String(posts++)).end('[]');
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const links = (posts: number) => (posts > 3 ? '<a href="/post/a-walk#comments">' : '');

  test('are measured after it is filled', async () => {
    expect(await demoPages(await fillingSite(links), 3, () => false)).toEqual(['/', '/post/a-walk']);
  });

  test('are measured in place of no others', async () => {
    await expect(demoPages(await fillingSite(() => ''), 1, () => false)).rejects.toThrow('shows no post');
    await expect(demoPages(await fillingSite(links), 3, () => true)).rejects.toThrow('ended before');
  });
});
