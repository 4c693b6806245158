import { readSite } from '../../../core/site/site.ts';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { inTransaction, lockName } from '../../../platform/db/transaction.ts';
import { addressKey } from '../../../platform/http/api/mail-address.ts';
import { startJobs, wakeJob } from '../../../platform/jobs/add-job.ts';
import { Failures } from '../../../platform/jobs/failures.ts';
import type { RunJob } from '../../../platform/jobs/job.ts';
import { messagesIn } from '../../../platform/web/messages/catalogs.ts';
import type { Choices } from '../api/subscriptions.ts';
import { mailUrls } from '../api/urls.ts';
import { isSuppressed } from '../bounces/suppressions.ts';
import { fillTemplate } from '../message/template.ts';
import { deleteExpiredRequests, maxAgeMs } from '../queue/expired-mails.ts';
import { hashOfToken, newToken, signedId } from '../queue/links.ts';
import { addMail } from '../queue/queue.ts';
import { readMailSettings } from '../settings.ts';
import { subscriberByAddress } from '../store/subscribers.ts';
import * as store from '../store/subscription-requests.ts';
import { insertToken } from '../store/tokens.ts';
import { checkAsking, countAsking, mayMail, originOf } from './subscription-limits.ts';
import type { PendingSubscription } from './subscriptions.ts';

const requestsJob = 'subscription-requests';

/**
 * Stores what was typed into the form. A job decides what the address gets, so that the response is the same, and takes the same
 * time, for addresses that are new, subscribed, suppressed or limited.
 */
export async function requestSubscription(
  blog: Blog,
  /** As `normalizedAddress` returns it. */
  address: string,
  choices: Choices,
  ip: string,
): Promise<void> {
  const origin = originOf(blog, ip);
  // Rejected without a write; decided again where nothing can come between.
  await checkAsking(blog, blog.db, origin);
  await inTransaction(blog.db, async (tx) => {
    await lockName(tx, requestsJob);
    await checkAsking(blog, tx, origin);
    await countAsking(blog, tx, origin);
    await store.insertRequest(tx, {
      address,
      address_key: addressKey(address),
      choices: JSON.stringify(choices),
      date_added: nowIso(blog),
    });
    await wakeJob(blog, tx, requestsJob);
  });
  startJobs(blog);
}

/** Sends a confirmation to each address that was typed into the form and may get one. */
export const runRequests: RunJob = async (blog, _job, context) => {
  if (!blog.mail || !(await readMailSettings(blog)).subscriptions) return undefined;
  await deleteExpiredRequests(blog);
  const failures = new Failures(blog, context.signal);
  const site = await siteOfMails(blog);
  for (let last = 0; ; ) {
    context.signal.throwIfAborted();
    const request = await store.nextRequest(blog.db, last);
    if (!request) break;
    last = request.id;
    await failures.catch({ request: request.id }, () =>
      inTransaction(blog.db, async (tx) => {
        await context.fence(tx);
        if (await store.deleteRequest(tx, request.id)) await answer(blog, tx, site, request);
      }),
    );
    startJobs(blog);
    context.progress(null);
  }
  failures.throwFirst();
  return undefined;
};

async function answer(
  blog: Blog,
  tx: Db,
  site: SiteOfMails,
  request: store.SubscriptionRequest,
): Promise<void> {
  const { id, address, address_key } = request;
  if (await isSuppressed(blog, tx, address)) return;
  if (!(await mayMail(blog, tx, address))) return;
  const subscriber = await subscriberByAddress(tx, address_key);
  const content = subscriber
    ? alreadySubscribed(site, signedId(blog, 'subscriber', subscriber.id))
    : confirmation(site, await tokenFor(blog, tx, request));
  await addMail(blog, tx, { kind: 'confirmation', address, about: `subscription request ${id}`, content });
}

async function tokenFor(blog: Blog, tx: Db, request: store.SubscriptionRequest): Promise<string> {
  const { address, address_key, date_added: asked } = request;
  const token = newToken();
  const content: PendingSubscription = { address, address_key, choices: JSON.parse(request.choices), asked };
  await insertToken(tx, {
    token_hash: hashOfToken(token),
    purpose: 'subscribe',
    content: JSON.stringify(content),
    address_key,
    date_added: nowIso(blog),
    expires: new Date(blog.now().getTime() + maxAgeMs.confirmation).toISOString(),
  });
  return token;
}

/* Nothing in these mails was typed by the visitor, so that the form cannot be used to send texts to strangers. */

function confirmation({ language, site, texts }: SiteOfMails, token: string) {
  const { subject, text, submit, ignore, reason } = texts.confirmationMail;
  return fillTemplate({
    subject: subject(site.name),
    language,
    site,
    parts: [text(site.name), ignore],
    button: { label: submit, url: site.url + mailUrls.confirmSubscription(token) },
    reason: reason(site.url + mailUrls.subscribe),
  });
}

function alreadySubscribed({ language, site, texts }: SiteOfMails, signed: string) {
  const { subject, text, submit } = texts.alreadySubscribedMail;
  return fillTemplate({
    subject: subject(site.name),
    language,
    site,
    parts: [text(site.name)],
    button: { label: submit, url: site.url + mailUrls.subscription(signed) },
    reason: texts.confirmationMail.reason(site.url + mailUrls.subscribe),
    stop: {
      label: texts.unsubscribe.title,
      url: site.url + mailUrls.unsubscribe(signed),
      oneClick: site.url + mailUrls.unsubscribe(signed),
    },
  });
}

type SiteOfMails = Awaited<ReturnType<typeof siteOfMails>>;

async function siteOfMails(blog: Blog) {
  const { language, site_name, theme_color } = await readSite(blog);
  const site = { name: site_name, url: blog.siteUrl(), color: theme_color };
  return { language, site, texts: messagesIn(language) };
}
