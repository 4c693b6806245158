import { expect, test, vi } from 'vitest';
import { createLog, requestLogFields } from './log.ts';

function fakeStream(isTTY = false) {
  const written: string[] = [];
  const out = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  return { out, written };
}

const logged = { id: 'a-1', method: 'GET', path: '/post/"x"', status: 200, ms: 0.3 };
const completed = { id: 'a-1', logFields: requestLogFields('GET', '/post/"x"', 200), ms: 0.3 };

test('writes buffered lines as JSON', async () => {
  const { out, written } = fakeStream();
  const log = createLog('info', out);
  log.info('hello', { a: 1 });
  log.request(completed);
  log.request({ ...completed, logFields: requestLogFields('GET', '/post/"x"', 'aborted') });
  expect(written).toEqual([]);
  await vi.waitUntil(() => written.length > 0, 15_000);
  expect(written).toHaveLength(1);
  const lines = written.join('').trim().split('\n');
  const time = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { time, level: 'info', message: 'hello', a: 1 },
    { time, level: 'info', message: 'request', ...logged },
    { time, level: 'info', message: 'request', ...logged, status: 'aborted' },
  ]);
});

test('writes warnings at once, after the lines before them', () => {
  const { out, written } = fakeStream();
  const log = createLog('info', out);
  log.info('before');
  log.warn('wrong');
  expect(written.join('')).toMatch(/before.*\n.*wrong.*\n$/);
});

test('flushes a large buffer at once', () => {
  const { out, written } = fakeStream();
  const log = createLog('info', out);
  for (let line = 0; line < 500; line++) log.request(completed);
  expect(written.length).toBeGreaterThan(0);
});

test('writes readable lines on a terminal and only those of its level', async () => {
  const terminal = fakeStream(true);
  createLog('info', terminal.out).request(completed);
  await vi.waitUntil(() => terminal.written.length > 0, 15_000);
  expect(terminal.written.join('')).toMatch(
    /^\d\d:\d\d:\d\d request id=a-1 method=GET path=\/post\/"x" status=200 ms=0.3\n$/,
  );
  const quiet = fakeStream();
  const log = createLog('warn', quiet.out);
  log.request(completed);
  log.info('no');
  log.error('yes');
  expect(quiet.written.join('')).toMatch(/^\{[^\n]*"yes"\}\n$/);
});
