import { OutgoingRefusal } from './refusal.ts';

/** Why a server could not be notified, and whether it is worth trying again. */
export type Failure = {
  /** In words, for the owner. */
  message: string;
  isFinal: boolean;
  /** When the server asks to come back, in milliseconds. */
  retryAfterMs: number | null;
  /** Whether other requests to the same server would fail as well. */
  isOfServer: boolean;
  /** Whether the server answered: then it may be what was sent that it refuses. */
  isAnswer: boolean;
};

/** A server's answer that is no success. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: number;
  readonly retryAfter: string | null;

  constructor(message: string, { status, headers }: { status: number; headers: Headers }) {
    super(message);
    this.status = status;
    this.retryAfter = headers.get('retry-after');
  }
}

const temporaryStatus = [408, 425, 429];
const maxRetryAfterMs = 24 * 60 * 60 * 1000;

export function failureOf(error: unknown, now: Date): Failure {
  if (error instanceof StatusError) {
    const isFinal = error.status < 500 && !temporaryStatus.includes(error.status);
    const isOfServer = error.status === 429 || error.status === 503;
    return {
      message: error.message,
      isFinal,
      retryAfterMs: retryAfterMs(error.retryAfter, now),
      isOfServer,
      isAnswer: true,
    };
  }
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  const isLate = name === 'TimeoutError' || code === 'ETIMEDOUT';
  if (error instanceof OutgoingRefusal && !isLate)
    return { message: error.message, isFinal: true, retryAfterMs: null, isOfServer: false, isAnswer: false };
  const words = isLate
    ? 'The server took too long to answer.'
    : `The server could not be reached (${code ?? message}).`;
  return { message: words, isFinal: false, retryAfterMs: null, isOfServer: true, isAnswer: false };
}

/** What the server asks for with Retry-After, in seconds or as a date; at most a day. */
export function retryAfterMs(value: string | null, now: Date): number | null {
  if (value === null) return null;
  const ms = /^\d{1,9}$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, maxRetryAfterMs) : null;
}
