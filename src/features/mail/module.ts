import { isAnnouncingByMail } from '../../core/site/store/announcing.ts';
import type { Blog, FailingWork } from '../../platform/blog.ts';
import { minFailures } from '../../platform/jobs/failing.ts';
import { queueNames } from '../../platform/jobs/queue-names.ts';
import { day, hour, second } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { isAuthorizedByLink, isMailPath, isOneClickPath, mailUrls } from './api/urls.ts';
import { deleteExpiredCommenters } from './commenters/commenters.ts';
import { mailTrouble } from './notices/trouble.ts';
import { deleteExpiredMails } from './queue/expired-mails.ts';
import { newsletterRoutes } from './routes/newsletters.ts';
import { mailSetupRoutes } from './routes/setup.ts';
import { subscriberRoutes } from './routes/subscribers.ts';
import { mailWritingRoutes } from './routes/writing.ts';
import { oldestNotices } from './store/comment-notices.ts';
import { dueCommenters } from './store/commenters.ts';
import { mailsHandedOver, nextMailRun, readServerState } from './store/mails.ts';
import { countNewsletters } from './store/newsletter-status.ts';
import { nextRequest } from './store/subscription-requests.ts';

export const mail: Module = {
  name: 'mail',
  isOn: (blog) => blog.mail !== null,
  pages: [
    // The token or signature in the URL is the authority; programs for mail send some of them from anywhere (RFC 8058).
    {
      isAt: isOneClickPath,
      isForFew: true,
      isAuthorizedByUrl: 'withoutBody',
      referrerPolicy: 'no-referrer',
    },
    { isAt: isAuthorizedByLink, isForFew: true, isAuthorizedByUrl: true, referrerPolicy: 'no-referrer' },
    // With `no-referrer`, browsers send forms of a page without their origin, which these need.
    { isAt: isMailPath, isForFew: true, referrerPolicy: 'same-origin' },
  ],
  routeNames: {
    own: [mailUrls.subscribe],
    below: { [`${mailUrls.subscribe}/`]: '/subscribe/{link}', '/mail/': '/mail/{link}' },
  },
  answers: () => [
    async (exchange) =>
      exchange.path.startsWith(mailUrls.image('')) &&
      (await import('./post/jpeg-images.ts')).sendJpeg(exchange),
  ],
  routes: [...mailSetupRoutes, ...subscriberRoutes, ...newsletterRoutes, ...mailWritingRoutes],
  failing: unusableServer,
  queues: {
    mail: async ({ db, mail }) =>
      mail !== null && ((await nextMailRun(db)) ?? (await mailsHandedOver(db)).length > 0),
    // It also waits for the end of the week.
    newsletter: async ({ db, mail }) => mail !== null && isAnnouncingByMail(db),
    'ask-commenters': async ({ db, mail }) => mail !== null && (await dueCommenters(db, 0, 1)).length > 0,
    'subscription-requests': async ({ db, mail }) => mail !== null && (await nextRequest(db)) !== undefined,
    'comment-notices': async ({ db, mail }) => mail !== null && (await oldestNotices(db)).any !== null,
  },
  schedules: (blog) => [
    {
      name: 'look for trouble',
      everyMs: 10 * 60 * second,
      run: async () => {
        if (blog.mail) await mailTrouble(blog);
      },
    },
    { name: 'forget addresses of commenters', everyMs: hour, run: () => deleteExpiredCommenters(blog) },
    { name: 'delete expired mails', everyMs: hour, run: () => deleteExpiredMails(blog) },
    { name: 'delete old mails of newsletters', everyMs: day, run: () => deleteMailsOfNewsletters(blog) },
  ],
};

async function unusableServer({ db, mail }: Blog): ReturnType<FailingWork> {
  const { failures, error } = await readServerState(db);
  return mail !== null && failures >= minFailures
    ? [{ work: queueNames.mail ?? 'mail', error: error ?? '' }]
    : [];
}

/** Loaded on sites that have sent newsletters only. */
async function deleteMailsOfNewsletters(blog: Blog): Promise<void> {
  if ((await countNewsletters(blog.db)) > 0)
    await (await import('./newsletters/newsletter-status.ts')).deleteExpiredNewsletterMails(blog);
}
