import { lastKnownSite, readSite } from '../../core/site/site.ts';
import type { Blog } from '../../platform/blog.ts';
import { outboxQueue } from '../../platform/jobs/outbox/outbox.ts';
import { day, second } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { deleteOldActivities } from './delete-old.ts';
import { sendToFediverse } from './routes/answers.ts';
import { receiveActivity } from './routes/inbox.ts';
import { hasActivity, isFediversePath, wantsActivity } from './routes/paths.ts';
import { fediverseRoutes } from './routes/status.ts';
import { deliverKind } from './store/deliveries.ts';
import { nextRequestDate } from './store/inbox.ts';
import { fediverseUrls } from './urls.ts';

/** Its settings, images and keys are changed in several places, so it is compared with what followers know. */
async function announceChanges(blog: Blog): Promise<void> {
  if ((await readSite(blog)).fediverse === 'off') return;
  const { announceActor } = await import('./announce-actor.ts');
  await announceActor(blog);
}

export const fediverse: Module = {
  name: 'fediverse',
  // The home page has the actor, and each post its object, as another representation.
  alternative: {
    isOn: (blog) => lastKnownSite(blog).fediverse !== 'off',
    isAt: hasActivity,
    isWanted: wantsActivity,
  },
  // The outbox has pages.
  pages: [{ isAt: isFediversePath, cacheKey: () => null }],
  routeNames: {
    own: [
      fediverseUrls.actor,
      fediverseUrls.inbox,
      fediverseUrls.outbox,
      fediverseUrls.followers,
      fediverseUrls.following,
      fediverseUrls.webFinger,
      fediverseUrls.nodeInfoLinks,
      fediverseUrls.nodeInfo,
      fediverseUrls.nodeInfo20,
      fediverseUrls.hostMeta,
    ],
    below: { [`${fediverseUrls.base}/`]: '/fediverse/{object}' },
  },
  answers: () => [receiveActivity, sendToFediverse],
  routes: fediverseRoutes,
  queues: {
    ...outboxQueue(deliverKind, async (blog) => (await readSite(blog)).fediverse !== 'off'),
    'fediverse-inbox': ({ db }) => nextRequestDate(db),
  },
  schedules: (blog) => [
    { name: 'delete old activities of the fediverse', everyMs: day, run: () => deleteOldActivities(blog) },
    { name: 'announce changes of the actor', everyMs: 300 * second, run: () => announceChanges(blog) },
  ],
};
