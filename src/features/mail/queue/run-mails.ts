import { setTimeout as wait } from 'node:timers/promises';
import { readSite } from '../../../core/site/site.ts';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { GroupCommit } from '../../../platform/jobs/group-commit.ts';
import { inParallel } from '../../../platform/jobs/in-parallel.ts';
import type { JobContext, RunJob } from '../../../platform/jobs/job.ts';
import { smtpServer } from '../../../platform/smtp/smtp-url.ts';
import type { MailRefusal } from '../../../platform/smtp/transport.ts';
import { watchBounces } from '../bounces/watch-bounces.ts';
import { DotMarks, readMarks } from '../newsletters/dot-marks.ts';
import { readMailSettings } from '../settings.ts';
import { dkimOptions } from '../setup/dkim.ts';
import * as store from '../store/mails.ts';
import { expireMails, isTooOld } from './expired-mails.ts';
import { pauseMs } from './outcome.ts';
import { MailRate } from './rate.ts';
import { type Sending, sendMail } from './send-mail.ts';
import { senderOf } from './sender.ts';

/** Mails on their way at the same time, each on a connection of its own. */
const maxParallel = 4;
/** While no mail may be sent because of the rate, its setting is read again so often. */
const pollMs = 250;

/** Sends the mails that are due. */
export const runMails: RunJob = async (blog, _job, context) => {
  if (!blog.mail) return undefined;
  await finishInterrupted(blog, context);
  const { paused_until } = await store.readServerState(blog.db);
  if (paused_until !== null && paused_until > nowIso(blog)) return { again: new Date(paused_until) };
  const paused = await sendDueMails(blog, context);
  await watchBounces(blog);
  if (paused) return { again: paused };
  const next = await store.nextMailRun(blog.db);
  return next === null ? undefined : { again: new Date(next) };
};

/**
 * Mails that were on their way when the process ended. Those whose dot was not sent, or that were refused, wait again. One that
 * got no answer has almost certainly arrived: a newsletter is never sent again by itself, but a personal mail is, because a
 * second confirmation does less harm than none.
 */
async function finishInterrupted(blog: Blog, context: JobContext): Promise<void> {
  const marks = readMarks(blog.dataFolder);
  const now = nowIso(blog);
  await inTransaction(blog.db, async (tx) => {
    await context.fence(tx);
    for (const { id, isRepeated } of await store.mailsHandedOver(tx)) {
      const mark = marks.get(id);
      if (mark === '=') await store.acceptMail(tx, id, { response: null, date_settled: now });
      else if (isRepeated || mark === '+' || mark === '-')
        await store.finishMail(tx, id, { state: 'waiting', next_run: now });
      else await store.finishMail(tx, id, { state: 'unconfirmed', date_settled: now });
    }
  });
}

/** Until none is due. Returns when to try again if the server cannot be reached. */
async function sendDueMails(blog: Blog, context: JobContext): Promise<Date | null> {
  let opening: Promise<Sending> | undefined;
  let rate: MailRate | undefined;
  let refusal: MailRefusal | undefined;
  let hasSucceeded = false;
  let paused: Date | null = null;

  const nextMail = async (busy: readonly string[]): Promise<store.Mail | undefined> => {
    while (!refusal && !context.signal.aborted) {
      const settings = await readMailSettings(blog);
      rate ??= await recentRate(blog, settings.rate);
      const now = blog.now().getTime();
      const pause = rate.nextAt(settings.rate, now) - now;
      const mail = pause <= 0 ? await store.nextDueMail(blog.db, nowIso(blog), busy.map(Number)) : undefined;
      if (pause > 0) await wait(Math.min(pollMs, pause));
      else if (mail && isTooOld(blog, mail)) await expireMails(blog);
      else return mail;
    }
    return undefined;
  };
  try {
    await inParallel<store.Mail>(context.signal, {
      max: maxParallel,
      take: async (busy) => [(await nextMail(busy)) ?? []].flat(),
      keyOf: ({ id }) => String(id),
      work: async (mail) => {
        rate?.add(blog.now().getTime());
        opening ??= open(blog, context);
        const refused = await sendMail(blog, mail, await opening);
        if (refused) refusal ??= refused;
        else hasSucceeded = true;
      },
    });
  } finally {
    const sending = await opening?.catch(() => undefined);
    sending?.transport.close();
    sending?.marks.close();
    paused = await storeServerState(blog, refusal, hasSucceeded);
  }
  return paused;
}

async function recentRate(blog: Blog, perMinute: number): Promise<MailRate> {
  const since = new Date(blog.now().getTime() - 60_000).toISOString();
  const times = await store.mailsTriedSince(blog.db, since, perMinute);
  return new MailRate(times.map((time) => Date.parse(time)));
}

async function open(blog: Blog, context: JobContext): Promise<Sending> {
  const { MailTransport } = await import('../../../platform/smtp/transport.ts');
  const { hostname } = new URL(blog.siteUrl());
  return {
    transport: new MailTransport({ server: smtpServer(blog.mail?.smtpUrl ?? ''), hostname }),
    commits: new GroupCommit(blog.db, context, async (tx, writes) => {
      for (const write of writes) await write(tx);
    }),
    marks: new DotMarks(blog.dataFolder),
    sender: await senderOf(blog, await readMailSettings(blog)),
    list: { id: `newsletter.${hostname}`, name: (await readSite(blog)).site_name },
    dkim: await dkimOptions(blog),
  };
}

async function storeServerState(
  blog: Blog,
  refusal: MailRefusal | undefined,
  hasSucceeded: boolean,
): Promise<Date | null> {
  const { failures: before } = await store.readServerState(blog.db);
  if (!refusal) {
    if (before > 0 && hasSucceeded)
      await store.writeServerState(blog.db, { paused_until: null, failures: 0, error: null });
    return null;
  }
  const failures = (hasSucceeded ? 0 : before) + 1;
  const until = new Date(blog.now().getTime() + pauseMs(failures));
  await store.writeServerState(blog.db, {
    paused_until: until.toISOString(),
    failures,
    error: refusal.message,
  });
  return until;
}
