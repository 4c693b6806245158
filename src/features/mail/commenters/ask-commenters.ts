import type { Site } from '../../../core/site/api/site.ts';
import { readSite } from '../../../core/site/site.ts';
import { type Blog, nowIso, serverUrl } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { startJobs } from '../../../platform/jobs/add-job.ts';
import { Failures } from '../../../platform/jobs/failures.ts';
import type { RunJob } from '../../../platform/jobs/job.ts';
import { messagesIn } from '../../../platform/web/messages/catalogs.ts';
import { mailUrls } from '../api/urls.ts';
import { fillTemplate } from '../message/template.ts';
import { hashOfToken, newToken, signedId } from '../queue/links.ts';
import { addMail } from '../queue/queue.ts';
import { dueCommenters, lockDue, type StoredCommenter, setAsked, setNotDue } from '../store/commenters.ts';
import { deleteTokensOf, insertToken } from '../store/tokens.ts';
import { mayMail } from '../subscribers/subscription-limits.ts';
import { confirmMs, deleteExpiredCommenters, type TokenContent } from './commenters.ts';

const batchSize = 20;

/** Asks commenters to confirm their address. Each mail is queued in the transaction that writes down that it was sent. */
export const runAskCommenters: RunJob = async (blog, _job, context) => {
  if (!blog.mail) return undefined;
  await deleteExpiredCommenters(blog);
  const site = await readSite(blog);
  const failures = new Failures(blog, context.signal);
  for (let last: number | null = 0; last !== null; ) {
    const ids: number[] = await dueCommenters(blog.db, last, batchSize);
    for (const id of ids) {
      context.signal.throwIfAborted();
      await failures.catch({ commenter: id }, () =>
        inTransaction(blog.db, async (tx) => {
          await context.fence(tx);
          const commenter = await lockDue(tx, id);
          if (!commenter) return;
          if (await mayMail(blog, tx, commenter.address)) await ask(blog, tx, commenter, site);
          // The approval of a comment tries it again.
          else await setNotDue(tx, id);
        }),
      );
      context.progress(null);
    }
    if (ids.length > 0) startJobs(blog);
    last = ids.at(-1) ?? null;
  }
  failures.throwFirst();
  return undefined;
};

/**
 * Nothing that the commenter wrote is in this mail: the address may be that of a person who never heard of the site, and the mail
 * must not carry messages to them.
 */
async function ask(
  blog: Blog,
  tx: Db,
  { id, address, address_key }: StoredCommenter,
  { site_name: name, theme_color: color, language }: Pick<Site, 'site_name' | 'theme_color' | 'language'>,
): Promise<void> {
  const now = nowIso(blog);
  const token = newToken();
  const content: TokenContent = { commenterId: id };
  await deleteTokensOf(tx, 'commenter', address_key);
  await insertToken(tx, {
    token_hash: hashOfToken(token),
    purpose: 'commenter',
    content: JSON.stringify(content),
    address_key,
    date_added: now,
    expires: new Date(blog.now().getTime() + confirmMs).toISOString(),
  });
  const { confirm, stopLink } = messagesIn(language).commenterMail;
  const stopUrl = serverUrl(blog) + mailUrls.stopCommenter(signedId(blog, 'commenter', id));
  await addMail(blog, tx, {
    kind: 'commenter',
    address,
    about: `confirmation of commenter ${id}`,
    content: fillTemplate({
      subject: confirm.subject(name),
      language,
      site: { name, url: blog.siteUrl(), color },
      parts: [confirm.text(name), confirm.what],
      button: { label: confirm.button, url: serverUrl(blog) + mailUrls.confirmCommenter(token) },
      reason: confirm.reason,
      stop: { label: stopLink, url: stopUrl, oneClick: stopUrl },
    }),
  });
  await setAsked(tx, id, now);
}
