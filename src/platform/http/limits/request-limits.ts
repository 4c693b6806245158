import { type Blog, nowIso } from '../../blog.ts';
import { isDiskFull, isReadOnly } from '../../db/database-errors.ts';
import { inTransaction, lockName } from '../../db/transaction.ts';
import { keyedHash } from '../../process/keyed-hash.ts';
import { attemptsSince, insertAttempt } from './attempts.ts';

export type RequestLimit = { max: number; seconds: number };

/**
 * Counts a request in the database, so that its limit holds for all processes together. Returns after how many seconds to try
 * again, or null if the limit is not reached. While nothing can be stored, nothing is limited: the owner has to get in then.
 */
export async function countRequest(
  blog: Blog,
  name: string,
  { max, seconds }: RequestLimit,
  key: string,
): Promise<number | null> {
  // A subject for each limit, so that the rows do not show which other ones a visitor caused.
  const subject = keyedHash(blog.keys.addresses, `${name} ${key}`);
  const now = blog.now().getTime();
  try {
    return await inTransaction(blog.db, async (tx) => {
      await lockName(tx, `${name}:${subject}`);
      const { count, first } = await attemptsSince(tx, name, subject, {
        since: new Date(now - seconds * 1000).toISOString(),
        until: nowIso(blog),
      });
      if (count >= max && first !== null)
        return Math.max(1, Math.ceil(seconds - (now - Date.parse(first)) / 1000));
      await insertAttempt(tx, name, subject, nowIso(blog));
      return null;
    });
  } catch (error) {
    if (isDiskFull(error) || isReadOnly(error)) return null;
    throw error;
  }
}
