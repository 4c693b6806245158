import { hour, second } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { purgeByMaintenance } from './bin/bin.ts';
import { binRoutes } from './bin/routes.ts';
import { nextAnnouncements } from './channels/store.ts';
import { everyPostSender } from './every-post.ts';
import { findWaitingEmbeds } from './images/retry-embeds.ts';
import { imageRoutes } from './images/routes.ts';
import { overduePosts } from './overdue-posts.ts';
import { postPages } from './page-properties.ts';
import { rerenderPosts } from './rerender.ts';
import { postRoutes } from './routes.ts';
import { publishDue } from './schedule.ts';
import { indexChangedTexts } from './search/index-grams.ts';
import { searchRoutes } from './search/routes.ts';
import { indexMissing } from './search/search.ts';
import { sendCounts } from './votes/counts.ts';

export const posts: Module = {
  name: 'posts',
  answers: (site) => [everyPostSender(site), sendCounts],
  pages: postPages,
  routes: [...imageRoutes, ...binRoutes, ...postRoutes, ...searchRoutes],
  failing: overduePosts,
  queues: { announce: async ({ db }) => (await nextAnnouncements(db, null, 1)).length > 0 },
  schedules: (blog, signal) => [
    { name: 'publish scheduled posts', everyMs: 5 * second, isUrgent: true, run: () => publishDue(blog) },
    { name: 'render posts again', everyMs: 60 * second, run: () => rerenderPosts(blog, signal) },
    { name: 'complete the search index', everyMs: hour, run: () => indexMissing(blog, signal) },
    { name: 'index changed texts', everyMs: 60 * second, run: () => indexChangedTexts(blog.db, signal) },
    { name: 'find embedded pages', everyMs: 60 * second, run: () => findWaitingEmbeds(blog) },
    { name: 'empty the bin', everyMs: hour, run: () => purgeByMaintenance(blog, signal) },
  ],
};
