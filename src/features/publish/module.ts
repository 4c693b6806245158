import { everythingTag } from '../../platform/http/cache/reads.ts';
import { outboxQueue } from '../../platform/jobs/outbox/outbox.ts';
import { day } from '../../platform/jobs/schedule.ts';
import { errorDetails } from '../../platform/log/log.ts';
import type { Module } from '../../platform/module.ts';
import { publishJob, publishPart, siteChanged } from './changes.ts';
import { changeNotRecorded } from './messages.ts';
import { purgeJob, purgePart } from './purge.ts';
import { publishRoutes } from './routes.ts';
import { hasWork } from './store.ts';

export const publish: Module = {
  name: 'publish',
  routes: publishRoutes,
  queues: {
    [publishJob]: async (blog) => publishPart.of(blog) !== null && hasWork(blog.db),
    ...outboxQueue(purgeJob, async (blog) => purgePart.of(blog) !== null),
  },
  start: ({ site: { blog }, log }) => ({
    changed: (tags) =>
      siteChanged(blog, tags).catch((error) => log.warn(changeNotRecorded, errorDetails(error))),
    stop: async () => {},
  }),
  schedules: (blog) =>
    publishPart.of(blog)
      ? [
          {
            name: 'check all published files',
            everyMs: day,
            skipAtStart: true,
            run: () => siteChanged(blog, [everythingTag]),
          },
        ]
      : [],
};
