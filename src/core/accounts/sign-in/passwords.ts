import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Problem } from '../../../platform/http/problem.ts';
import { signInQueueFull } from '../messages.ts';

const derive = promisify(argon2);

/** OWASP's recommendation for argon2id: 19 MiB, two passes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** Hashing is expensive by design, so concurrency and queue length are limited. */
const concurrency = 2;
/** Clients that signed in before have a queue of their own, which goes first and which strangers cannot fill. */
const queueLimits = { known: 16, stranger: 48 };
let running = 0;
const waiting: Record<ClientKind, (() => void)[]> = { known: [], stranger: [] };

/** Whether an administrator has signed in from this IP address or browser before. */
export type ClientKind = 'known' | 'stranger';

export const passwordQueue = () => ({
  running,
  waiting: waiting.known.length + waiting.stranger.length,
});

async function queued<Result>(client: ClientKind, work: () => Promise<Result>): Promise<Result> {
  if (running >= concurrency) {
    if (waiting[client].length >= queueLimits[client])
      throw new Problem('unavailable', signInQueueFull, { retryAfter: 5 });
    await new Promise<void>((resolve) => waiting[client].push(resolve));
  }
  running++;
  try {
    return await work();
  } finally {
    running--;
    (waiting.known.shift() ?? waiting.stranger.shift())?.();
  }
}

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await queued('known', () =>
    derive('argon2id', { message: password.normalize('NFKC'), nonce, ...cost }),
  );
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/={1,2}$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(nonce)}$${text(tag)}`;
}

export async function passwordMatches(
  password: string,
  stored: string,
  client: ClientKind,
): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!parts) throw new Error('A stored password hash has an unknown format.');
  const [, memory, passes, parallelism, nonce = '', tag = ''] = parts;
  const expected = Buffer.from(tag, 'base64');
  const actual = await queued(client, () =>
    derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce: Buffer.from(nonce, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    }),
  );
  return timingSafeEqual(actual, expected);
}

/** Checked for unknown usernames, so that the response takes as long as for existing ones. */
export const unknownUserHash =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
