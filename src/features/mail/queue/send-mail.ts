import { type Blog, nowIso } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { nextAttempt } from '../../../platform/jobs/backoff.ts';
import type { GroupCommit } from '../../../platform/jobs/group-commit.ts';
import { mailNotComposed } from '../../../platform/messages/operator.ts';
import type { DkimKey } from '../../../platform/smtp/dkim-signature.ts';
import type { MailRefusal, MailTransport } from '../../../platform/smtp/transport.ts';
import { isSuppressed, recordBounce } from '../bounces/suppressions.ts';
import type { MailContent } from '../message/content.ts';
import type { DotMarks } from '../newsletters/dot-marks.ts';
import { newsletterContent } from '../newsletters/newsletters.ts';
import * as store from '../store/mails.ts';
import { subscriberById } from '../store/subscribers.ts';
import { outcomeOf } from './outcome.ts';
import type { Sender } from './sender.ts';

/** What the mails of a run share. */
export type Sending = {
  transport: MailTransport;
  commits: GroupCommit<(tx: Db) => Promise<unknown>>;
  marks: DotMarks;
  sender: Sender;
  /** What newsletters are filtered by. */
  list: { id: string; name: string };
  dkim: DkimKey | null;
};

/** The mail was deleted or canceled while it was on its way. */
class Withdrawn extends Error {
  override readonly name = 'Withdrawn';
}

/** Sends one mail and stores what became of it. Returns why all others have to wait, or null. */
export async function sendMail(blog: Blog, mail: store.Mail, sending: Sending): Promise<MailRefusal | null> {
  const { commits, marks, transport } = sending;
  const tried = nowIso(blog);
  let message: Buffer | null;
  try {
    message = await compose(blog, mail, sending);
  } catch (error) {
    // One that cannot be written must not keep the others back. The database may have failed, so it is tried again.
    blog.report(mailNotComposed, { mail: mail.id, error: String(error) });
    return postpone(blog, mail, sending);
  }
  if (message === null) return suppress(blog, mail, sending);
  const { MailRefusal } = await import('../../../platform/smtp/transport.ts');
  let isMarked = false;
  try {
    const answer = await transport.send({
      from: sending.sender.address,
      to: mail.address,
      message,
      beforeDot: async () => {
        isMarked = true;
        marks.begin(mail.id);
        let isWanted = false;
        await commits.add(async (tx) => {
          isWanted = await store.handOverMail(tx, mail.id, tried);
        });
        if (!isWanted) throw new Withdrawn();
      },
      afterDot: () => marks.add(mail.id, '.'),
    });
    marks.add(mail.id, '=');
    const response = withoutAddress(answer, mail.address);
    await commits.add((tx) => store.acceptMail(tx, mail.id, { response, date_settled: nowIso(blog) }));
    return null;
  } catch (error) {
    if (error instanceof Withdrawn) return null;
    if (!(error instanceof MailRefusal)) throw error;
    if (isMarked && error.code !== null) marks.add(mail.id, '-');
    const { state, attempts, next_run, isBounce, pauses } = outcomeOf(blog, mail, error);
    const response = withoutAddress(error.message, mail.address);
    await commits.add(async (tx) => {
      await store.refuseMail(tx, mail.id, {
        state,
        attempts,
        next_run,
        response,
        date_tried: tried,
        date_settled: next_run === null ? nowIso(blog) : null,
      });
      if (isBounce) await recordBounce(blog, tx, mail.address, response);
    });
    return pauses ? error : null;
  } finally {
    if (isMarked) marks.end();
  }
}

/** Null: it is not to be sent. */
async function compose(
  blog: Blog,
  mail: store.Mail,
  { sender, list, dkim }: Sending,
): Promise<Buffer | null> {
  if (await isSuppressed(blog, blog.db, mail.address)) return null;
  const content = await contentOf(blog, mail);
  if (content === null) return null;
  const { composeMail } = await import('../message/compose.ts');
  return composeMail(
    {
      from: sender,
      to: mail.address,
      messageId: mail.message_id,
      date: blog.now(),
      content,
      list: mail.kind === 'newsletter' ? list : null,
    },
    dkim,
  );
}

async function postpone(blog: Blog, mail: store.Mail, { commits }: Sending): Promise<null> {
  const next_run = nextAttempt(blog, mail.attempts, { isFinal: false, retryAfterMs: null });
  const ended = { state: 'failed', date_settled: nowIso(blog) } as const;
  const change = { attempts: mail.attempts + 1, next_run, ...(next_run === null && ended) };
  await commits.add((tx) => store.refuseMail(tx, mail.id, change));
  return null;
}

async function suppress(blog: Blog, mail: store.Mail, { commits }: Sending): Promise<null> {
  await commits.add((tx) =>
    store.finishMail(tx, mail.id, { state: 'suppressed', next_run: null, date_settled: nowIso(blog) }),
  );
  return null;
}

/** Null: it is not to be sent. */
async function contentOf(blog: Blog, mail: store.Mail): Promise<MailContent | null> {
  if (mail.newsletter_id === null)
    return mail.content === null ? null : (JSON.parse(mail.content) as MailContent);
  const subscriber = mail.subscriber_id === null ? null : await subscriberById(blog.db, mail.subscriber_id);
  if (!subscriber || subscriber.date_bounced !== null) return null;
  return newsletterContent(blog, mail.newsletter_id, subscriber);
}

/** Servers repeat the address in their answers, and a deleted address is to be in no table. */
function withoutAddress(text: string, address: string): string {
  if (address === '') return text;
  const lower = text.toLowerCase();
  const wanted = address.toLowerCase();
  const parts: string[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), '…');
    from = at + wanted.length;
  }
  return parts.join('') + text.slice(from);
}
