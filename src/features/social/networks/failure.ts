import { OutgoingRefusal } from '../../../platform/outgoing/refusal.ts';
import { ErrorResponse } from './request.ts';
import { countGraphemes, shorten, tidy } from './text.ts';

/** The message is for the owner. It has no cause, because causes can hold headers with credentials. */
export class NetworkFailure extends Error {
  override name = 'NetworkFailure';
}

/** The network says that there is no such post. */
export class Gone extends NetworkFailure {
  override name = 'Gone';

  constructor(network: string) {
    super(`The post was deleted on ${network}.`);
  }
}

export class RateLimited extends NetworkFailure {
  override name = 'RateLimited';
  readonly until: number | undefined;

  constructor(network: string, until: number | undefined) {
    const when = until === undefined ? 'later' : `in ${span(until - Date.now())}`;
    super(`${network} says there were too many requests. Nothing was posted. Try again ${when}.`);
    this.until = until;
  }
}

function span(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  if (minutes <= 1) return 'a minute';
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** What the messages need to know about a network. */
export type Subject = {
  name: string;
  /** The variables that hold the credentials and the URL. */
  credentials: string;
  urlVariable: string;
  secrets: string[];
  /** Replaces the usual warning where trying again cannot post twice. */
  whenUnknown?: string;
};

type Step = 'prepare' | 'image' | 'post' | 'read';
type Attempt = <T>(step: Step, work: () => Promise<T>) => Promise<T>;

/** Runs steps until the signal aborts them, and turns everything they throw into a NetworkFailure. */
export function attempts(subject: Subject, signal: AbortSignal): Attempt {
  return async (step, work) => {
    if (signal.aborted) throw explain(subject, 'prepare', signal.reason, true);
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([work(), aborted.promise]);
    } catch (error) {
      if (error instanceof NetworkFailure) throw error;
      throw explain(subject, step, error, signal.aborted);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
}

const unknownOutcome = 'It is unknown whether the post was published: look there before you try again.';

function explain(subject: Subject, step: Step, error: unknown, timedOut: boolean): NetworkFailure {
  const { name, urlVariable, credentials } = subject;
  const outcome = step === 'post' ? (subject.whenUnknown ?? unknownOutcome) : 'Nothing was posted.';
  const stopped = stoppedBy(error);
  if (timedOut || stopped === 'ETIMEDOUT')
    return new NetworkFailure(`${name} did not answer in time. ${outcome}`);
  if (stopped === 'EPRIVATE')
    return new NetworkFailure(
      `${name} was not asked, because its server has a private address. Nothing was posted. ` +
        `Check ${urlVariable}, or name the private address in OUTGOING_ALLOW.`,
    );

  if (error instanceof ErrorResponse) {
    const { status } = error;
    const reason = quote(error.reason, subject.secrets);
    if (status === 401)
      return new NetworkFailure(`${name} refused the credentials${reason} Check ${credentials}.`);
    if (status === 403) return new NetworkFailure(`${name} does not allow this account to do that${reason}`);
    if (status === 429)
      return new RateLimited(
        name,
        restUntil((header) => error.headers.get(header), Date.now()),
      );
    if (status >= 500)
      return new NetworkFailure(`${name} has trouble of its own (status ${status}). ${outcome}`);
    const what = { prepare: 'request', image: 'image', post: 'post', read: 'request' }[step];
    return new NetworkFailure(`${name} refused the ${what} (status ${status})${reason}`);
  }

  const code = stopped ? undefined : connectionCode(error);
  if (code && neverConnected.has(code)) {
    return new NetworkFailure(
      `${name} could not be reached (${code}). Nothing was posted. Check ${urlVariable}.`,
    );
  }
  if (code) return new NetworkFailure(`The connection to ${name} broke (${code}). ${outcome}`);
  return new NetworkFailure(
    `${name} gave an answer that makes no sense. ${outcome} Its server may be down, or ${urlVariable} may be wrong.`,
  );
}

function stoppedBy(error: unknown): OutgoingRefusal['code'] | undefined {
  if (error instanceof OutgoingRefusal) return error.code;
  return error instanceof Error ? stoppedBy(error.cause) : undefined;
}

const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function connectionCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  return connectionCode(error.cause) ?? (typeof code === 'string' ? code : undefined);
}

// The network's own words help most ("duplicate content"), but a faulty server may echo the credentials.
function quote(reason: unknown, secrets: string[]): string {
  if (typeof reason !== 'string') return '.';
  const clean = secrets.reduce((text, secret) => text.replaceAll(secret, '•••'), tidy(reason));
  const short = shorten(clean.replace(/\S{40,}/g, '•••'), 200, countGraphemes);
  if (!short) return '.';
  return /[.!?…]$/.test(short) ? `: ${short}` : `: ${short}.`;
}

const day = 24 * 60 * 60 * 1000;
const counters = ['x-rate-limit', 'x-app-limit-24hour', 'x-user-limit-24hour', 'x-ratelimit', 'ratelimit'];

/** When the network accepts requests again, by the latest of its exhausted counters. */
export function restUntil(
  header: (name: string) => string | null | undefined,
  now: number,
): number | undefined {
  const exhausted = counters.filter((name) => (header(`${name}-remaining`) ?? '0') === '0');
  const times = [header('retry-after'), ...exhausted.map((name) => header(`${name}-reset`))]
    .map((value) => moment(value, now))
    .filter((time) => time > now && time <= now + day);
  return times.length > 0 ? Math.max(...times) : undefined;
}

// Seconds from now (Retry-After), seconds since 1970 (X, Bluesky) or a date (Mastodon).
function moment(value: string | null | undefined, now: number): number {
  if (!value) return Number.NaN;
  if (!/^\d+$/.test(value)) return Date.parse(value);
  const seconds = Number(value);
  return seconds > 1e9 ? seconds * 1000 : now + seconds * 1000;
}
