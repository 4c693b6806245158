import { readSite } from '../../core/site/site.ts';
import type { Blog } from '../../platform/blog.ts';
import { outboxQueue } from '../../platform/jobs/outbox/outbox.ts';
import type { Module } from '../../platform/module.ts';
import { talkingNetworks } from './networks.ts';
import { socialRoutes } from './routes.ts';
import { answerKind } from './store/answers.ts';
import { nextLookOf } from './store/shares.ts';

const namesOf = (blog: Blog): string[] => talkingNetworks(blog).map(({ name }) => name);

export const social: Module = {
  name: 'social',
  routes: socialRoutes,
  queues: {
    ...outboxQueue(answerKind, async (blog) => namesOf(blog).length > 0),
    'social-replies': async (blog) =>
      (await readSite(blog)).social_replies && namesOf(blog).length > 0 && nextLookOf(blog.db, namesOf(blog)),
  },
};
