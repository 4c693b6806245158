import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { BenchRun, Measurement, Result } from './bench/bench-run.ts';
import { demoPages } from './bench/demo-pages.ts';
import { measureAll } from './bench/measure-all.ts';
import { withTable } from './bench/write-docs.ts';

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

test('the stored results of a run replace the table of docs/development/performance.md, with date and machine', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../docs/development/performance.md'), 'utf8');
  const holds = { what: ' at most 150', holds: true };
  const written = withTable(page, {
    machine: { processor: 'A Processor', cores: 2, load: '0.1', node: 'v26.0.0', date: '2026-11-18' },
    posts: { few: 100, many: 10_000 },
    lines: [
      {
        name: 'a page',
        few: 9,
        many: 8,
        growth: 1,
        perSecond: 7,
        p99: 6,
        against: { nginx: 0.5 },
        wanted: [holds],
      },
    ],
    figures: [
      { name: 'memory', value: 113.4, unit: 'MB', wanted: { ...holds, holds: false } },
      { name: 'without a target', value: 1, unit: '' },
    ],
  });
  const [before, table, after] = written.split(/<!-- bench: (?:begin|end) -->\n/);
  expect(page.startsWith(`${before}<!-- bench: begin -->\n`)).toBe(true);
  expect(page.endsWith(`<!-- bench: end -->\n${after}`)).toBe(true);
  expect(table).toContain('Measured 2026-11-18 on A Processor, 2 cores');
  expect(table).toContain('| a page | 8; growth 1; 0.50 of nginx | at most 150 |');
  expect(table).toContain('| memory | 113 MB | at most 150 **missed** |');
  expect(table).not.toContain('without a target');
  expect(() => withTable('no markers', JSON.parse('{}'))).toThrow('has no lines');
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
