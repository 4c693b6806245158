import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Problem } from '../../contract/errors.ts';

const derive = promisify(argon2);

/** OWASP's recommendation for argon2id: 19 MiB, two passes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** Hashing is heavy on purpose, so only a few run at once and only so many may wait. */
const atOnce = 2;
/** Of those who signed in before, a share that strangers cannot take; they go first. */
const mayWait = { known: 16, stranger: 48 };
let running = 0;
const waiting: Record<Asker, (() => void)[]> = { known: [], stranger: [] };

/** Whether a password comes from where someone signed in before. */
export type Asker = 'known' | 'stranger';

export const passwordQueue = () => ({
  running,
  waiting: waiting.known.length + waiting.stranger.length,
});

async function queued<Result>(asker: Asker, work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) {
    if (waiting[asker].length >= mayWait[asker])
      throw new Problem(
        'unavailable',
        'Too many people are signing in right now. Please try again in a moment.',
        {
          retryAfter: 5,
        },
      );
    await new Promise<void>((resolve) => waiting[asker].push(resolve));
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

export async function passwordMatches(password: string, stored: string, asker: Asker): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!parts) throw new Error('A stored password has an unknown form.');
  const [, memory, passes, parallelism, nonce = '', tag = ''] = parts;
  const expected = Buffer.from(tag, 'base64');
  const actual = await queued(asker, () =>
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

/** What a name that nobody has is checked against, so that the answer takes as long. */
export const unknownUserHash =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
