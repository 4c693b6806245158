import { expect, test } from 'vitest';
import { MailRefusal, type MailStage } from '../../../platform/smtp/transport.ts';
import { outcomeOf, pauseMs } from './outcome.ts';

const before = '2026-03-01T11:00:00.000Z';
const clock = { now: () => new Date('2026-03-01T12:00:00.000Z') };
const outcome = (stage: MailStage, answer: string | null, attempts = 0) => {
  const code = answer === null ? null : Number(answer.slice(0, 3));
  return outcomeOf(
    clock,
    { attempts, next_run: before },
    new MailRefusal(stage, code, answer ?? 'Connection closed'),
  );
};

test.each<[MailStage, string | null]>([
  ['connection', null],
  ['connection', '421 4.3.2 Shutting down'],
  ['login', '535 5.7.8 Wrong password'],
  ['login', '454 4.7.0 Try later'],
  ['sender', '550 5.7.1 Not your address'],
  ['sender', '451 4.7.1 Slow down'],
  ['recipient', '421 4.7.0 Too many errors'],
  ['recipient', '530 5.7.0 Log in first'],
])('a fault of the server stops all mails and counts for none: %s %s', (stage, answer) => {
  expect(outcome(stage, answer, 3)).toEqual({
    state: 'waiting',
    attempts: 3,
    next_run: before,
    isBounce: false,
    pauses: true,
  });
});

test.each<[MailStage, string]>([
  ['recipient', '450 4.2.0 Greylisted'],
  ['recipient', '452 4.2.2 Mailbox full'],
  ['message', '451 4.3.0 Try again'],
])('%s %s is tried again, later each time', (stage, answer) => {
  const waits: number[] = [];
  for (let attempts = 0; ; attempts++) {
    const { state, next_run, pauses, isBounce } = outcome(stage, answer, attempts);
    expect([pauses, isBounce]).toEqual([false, false]);
    if (next_run === null) {
      expect(state).toBe('failed');
      break;
    }
    expect(state).toBe('waiting');
    waits.push(Date.parse(next_run));
  }
  expect(waits).toHaveLength(6);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
});

test.each<[string, boolean]>([
  ['550 5.1.1 No such user', true],
  ['550-5.1.1 No such user', true],
  ['550 5.2.1 Mailbox disabled', true],
  ['550 No such user', true],
  ['551 User not local', true],
  ['553 Mailbox name not allowed', true],
  ['550 5.7.1 Relaying denied', false],
  ['550 5.1.8 Sender domain does not exist', false],
  ['554 5.7.1 Blocked', false],
  ['552 5.2.2 Mailbox full', false],
])('a recipient refused with "%s" has failed; bounce: %s', (answer, isBounce) => {
  expect(outcome('recipient', answer)).toEqual({
    state: 'failed',
    attempts: 1,
    next_run: null,
    isBounce,
    pauses: false,
  });
});

test('a refused message is no bounce of its recipient', () => {
  expect(outcome('message', '550 5.1.1 Spam')).toMatchObject({ state: 'failed', isBounce: false });
  expect(outcome('message', null)).toMatchObject({ state: 'failed', isBounce: false });
});

test('a mail that ends the connection each time is given up', () => {
  expect(outcome('interrupted', null)).toMatchObject({ state: 'waiting', attempts: 1, pauses: true });
  expect(outcome('interrupted', null, 6)).toMatchObject({ state: 'failed', next_run: null });
  expect(outcome('unanswered', null)).toMatchObject({ state: 'waiting', attempts: 1, pauses: true });
  expect(outcome('unanswered', null, 6)).toMatchObject({ state: 'unconfirmed', next_run: null });
});

test('pauses grow to an hour', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 100].map(pauseMs);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses.at(-1)).toBe(60 * 60 * 1000);
});
