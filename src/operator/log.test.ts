import { expect, test, vi } from 'vitest';
import { createLog, tell } from './log.ts';

function listening(isTTY = false) {
  const written: string[] = [];
  const out = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  return { out, written };
}

const seen = { id: 'a-1', method: 'GET', path: '/post/"x"', status: 200, ms: 0.3 };
const answered = { id: 'a-1', told: tell('GET', '/post/"x"', 200), ms: 0.3 };

test('lines are written together a moment later, as JSON', async () => {
  const { out, written } = listening();
  const log = createLog('info', out);
  log.info('hello', { a: 1 });
  log.request(answered);
  log.request({ ...answered, told: tell('GET', '/post/"x"', 'aborted') });
  expect(written).toEqual([]);
  await vi.waitUntil(() => written.length > 0, 15_000);
  expect(written).toHaveLength(1);
  const lines = written.join('').trim().split('\n');
  const time = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { time, level: 'info', message: 'hello', a: 1 },
    { time, level: 'info', message: 'request', ...seen },
    { time, level: 'info', message: 'request', ...seen, status: 'aborted' },
  ]);
});

test('what is wrong is written at once, after what came before it', () => {
  const { out, written } = listening();
  const log = createLog('info', out);
  log.info('before');
  log.warn('wrong');
  expect(written.join('')).toMatch(/before.*\n.*wrong.*\n$/);
});

test('many lines do not wait', () => {
  const { out, written } = listening();
  const log = createLog('info', out);
  for (let line = 0; line < 500; line++) log.request(answered);
  expect(written.length).toBeGreaterThan(0);
});

test('a terminal gets readable lines, and a quieter level fewer of them', async () => {
  const terminal = listening(true);
  createLog('info', terminal.out).request(answered);
  await vi.waitUntil(() => terminal.written.length > 0, 15_000);
  expect(terminal.written.join('')).toMatch(
    /^\d\d:\d\d:\d\d request id=a-1 method=GET path=\/post\/"x" status=200 ms=0.3\n$/,
  );
  const quiet = listening();
  const log = createLog('warn', quiet.out);
  log.request(answered);
  log.info('no');
  log.error('yes');
  expect(quiet.written.join('')).toMatch(/^\{[^\n]*"yes"\}\n$/);
});
