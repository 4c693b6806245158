import type { Blog } from '../../../platform/blog.ts';
import { nextAttempt } from '../../../platform/jobs/backoff.ts';
import type { MailRefusal } from '../../../platform/smtp/transport.ts';
import type { Mail } from '../store/mails.ts';
import type { MailState } from '../tables.ts';

/** What becomes of a mail that was not accepted. */
type Outcome = {
  state: MailState;
  attempts: number;
  /** Null: it is settled. */
  next_run: string | null;
  /** Nothing reaches the address. */
  isBounce: boolean;
  /** The fault is not in this mail: all others wait as well. */
  pauses: boolean;
};

export function outcomeOf(
  blog: Pick<Blog, 'now'>,
  mail: Pick<Mail, 'attempts' | 'next_run'>,
  refusal: MailRefusal,
): Outcome {
  const { stage, code } = refusal;
  const unchanged = { state: 'waiting', attempts: mail.attempts, next_run: mail.next_run } as const;
  if (isOfServer(refusal)) return { ...unchanged, isBounce: false, pauses: true };

  const attempts = mail.attempts + 1;
  const isLost = stage === 'interrupted' || stage === 'unanswered';
  const isFinal = !isLost && (code ?? 552) >= 500;
  const next_run = nextAttempt(blog, mail.attempts, { isFinal, retryAfterMs: null });
  const failed = stage === 'unanswered' ? 'unconfirmed' : 'failed';
  return {
    state: next_run === null ? failed : 'waiting',
    attempts,
    next_run,
    isBounce: isBounce(refusal),
    // The server or the way to it is in trouble.
    pauses: isLost,
  };
}

/** 421: it shuts down or is overloaded. 530: it wants a login or encryption. A refused sender is wrong for every mail. */
const isOfServer = ({ stage, code }: MailRefusal): boolean =>
  stage === 'connection' ||
  stage === 'login' ||
  code === 421 ||
  code === 530 ||
  (stage === 'sender' && code !== 552);

/**
 * Whether the answer to the recipient says that the mailbox does not exist. A code of RFC 3463 decides where there is one: `550
 * 5.7.1` is a refused sender or relay, which would otherwise bounce every subscriber.
 */
function isBounce({ stage, code, message }: MailRefusal): boolean {
  if (stage !== 'recipient' || code === null || code < 500) return false;
  const [, enhanced] = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(message) ?? [];
  // 5.1.7 and 5.1.8 are about the address of the sender.
  if (enhanced !== undefined)
    return enhanced === '5.2.1' || (enhanced.startsWith('5.1.') && !['5.1.7', '5.1.8'].includes(enhanced));
  return [550, 551, 553].includes(code);
}

const second = 1000;
const pauses = [5, 15, 60, 5 * 60, 15 * 60, 60 * 60].map((seconds) => seconds * second);

/** How long the server is left alone after so many failures in a row. */
export const pauseMs = (failures: number): number => pauses[Math.min(failures, pauses.length) - 1] ?? second;
