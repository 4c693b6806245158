import type { Answer } from './signing/sender.ts';
import type { Delivery, DueHost, HostFailure } from './store/deliveries.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const firstBackoffMs = minute / 2;
const maxBackoffMs = 6 * 60 * minute;
/** A host that did not answer for so long is given up; one probe with each post that is published a week later, or more. */
const givenUpAfterMs = 7 * day;
const probeMs = 7 * day;
/** Servers that answer with errors, but only to this activity, shall get the following ones after about a day. */
const maxRefusals = 12;

export type Outcome = {
  /** Whether the delivery is done with: it arrived, or never will. */
  isDone: boolean;
  /** The actor is gone. */
  isGone: boolean;
  /** The host is left alone until then. With `dead`, everything for it is given up. */
  pause: HostFailure | null;
};

/** What follows from the answer of a server. */
export function outcomeOf(answer: Answer, delivery: Delivery, host: DueHost, now: Date): Outcome {
  const { status } = answer;
  if (status !== null && status >= 200 && status < 300) return done;
  // As in Mastodon: these may pass, all other errors of the client do not.
  const mayPass = status === null || status >= 500 || [401, 408, 425, 429].includes(status);
  if (!mayPass) return status === 410 ? { ...done, isGone: true } : done;
  const isRefusedForGood = status !== null && delivery.attempts + 1 >= maxRefusals;
  if (isRefusedForGood) return done;

  const attempts = host.attempts + 1;
  const date_failing = host.date_failing ?? now.toISOString();
  const dead = now.getTime() - Date.parse(date_failing) >= givenUpAfterMs;
  const asked = status === null ? 0 : retryAfterMs(answer, now);
  const backoff = Math.min(maxBackoffMs, firstBackoffMs * 2 ** Math.min(attempts - 1, 20));
  const delay = dead ? probeMs : Math.max(backoff, asked);
  const error = status === null ? answer.error : `HTTP ${status}`;
  return {
    isDone: false,
    isGone: false,
    pause: {
      next_run: new Date(now.getTime() + delay).toISOString(),
      attempts,
      date_failing,
      dead: dead ? 1 : 0,
      error: error.slice(0, 200),
    },
  };
}

const done: Outcome = { isDone: true, isGone: false, pause: null };

/** What the server asks for with Retry-After, in seconds or as a date; at most a day. */
function retryAfterMs(answer: Answer, now: Date): number {
  const value = answer.status === null ? null : answer.retryAfter;
  if (!value) return 0;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), day) : 0;
}
