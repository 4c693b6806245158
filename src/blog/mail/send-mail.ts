import type { MailContent } from '../../mail/content.ts';
import type { MailRefusal, MailTransport } from '../../mail/transport.ts';
import { mailNotComposed } from '../../messages/operator.ts';
import * as store from '../../store/mails.ts';
import { type Blog, nowIso } from '../blog.ts';
import type { DotMarks } from './dot-marks.ts';
import type { MailCommits } from './group-commit.ts';
import { hashOfAddress } from './links.ts';
import { outcomeOf } from './mail-outcome.ts';
import type { Sender } from './sender.ts';

/** What the mails of a run share. */
export type Sending = {
  transport: MailTransport;
  commits: MailCommits;
  marks: DotMarks;
  sender: Sender;
};

/** The mail was deleted or canceled while it was on its way. */
class Withdrawn extends Error {
  override readonly name = 'Withdrawn';
}

/** Sends one mail and stores what became of it. Returns why all others have to wait, or null. */
export async function sendMail(blog: Blog, mail: store.Mail, sending: Sending): Promise<MailRefusal | null> {
  const { commits, marks, transport } = sending;
  const tried = nowIso(blog);
  if (await store.hasBounced(blog.db, hashOfAddress(blog, mail.address)))
    return settled(blog, mail, sending, 'suppressed');
  const content = await contentOf(mail);
  if (content === null) return settled(blog, mail, sending, 'suppressed');
  const { composeMail } = await import('../../mail/compose.ts');
  const { MailRefusal } = await import('../../mail/transport.ts');
  let message: Buffer;
  try {
    message = await composeMail(
      {
        from: sending.sender,
        to: mail.address,
        messageId: mail.message_id,
        date: blog.now(),
        content,
        list: null,
      },
      null,
    );
  } catch (error) {
    // One that cannot be written must not keep the others back.
    blog.report(mailNotComposed, { mail: mail.id, error: String(error) });
    return settled(blog, mail, sending, 'failed');
  }
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
        await commits.write(async (tx) => {
          isWanted = await store.handOverMail(tx, mail.id, tried);
        });
        if (!isWanted) throw new Withdrawn();
      },
      afterDot: () => marks.dot(mail.id),
    });
    await commits.write(async (tx) => {
      await store.settleMail(tx, mail.id, {
        state: 'sent',
        response: withoutAddress(answer, mail.address),
        date_settled: nowIso(blog),
      });
      if (mail.kind !== 'newsletter') await store.emptyMail(tx, mail.id);
    });
    return null;
  } catch (error) {
    if (error instanceof Withdrawn) return null;
    if (!(error instanceof MailRefusal)) throw error;
    const { state, attempts, next_run, pauses } = outcomeOf(blog, mail, error);
    await commits.write((tx) =>
      store.settleMail(tx, mail.id, {
        state,
        attempts,
        next_run,
        date_tried: tried,
        date_settled: next_run === null ? nowIso(blog) : null,
        response: withoutAddress(error.message, mail.address),
      }),
    );
    return pauses ? error : null;
  } finally {
    if (isMarked) marks.end();
  }
}

async function settled(
  blog: Blog,
  mail: store.Mail,
  { commits }: Sending,
  state: 'suppressed' | 'failed',
): Promise<null> {
  await commits.write((tx) =>
    store.settleMail(tx, mail.id, { state, next_run: null, date_settled: nowIso(blog) }),
  );
  return null;
}

async function contentOf(mail: store.Mail): Promise<MailContent | null> {
  return mail.content === null ? null : (JSON.parse(mail.content) as MailContent);
}

/** Servers repeat the address in their answers, and a deleted address is to be in no table. */
export function withoutAddress(text: string, address: string): string {
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
