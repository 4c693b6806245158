import { urls } from '../../platform/http/urls.ts';
import { day, hour } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { deleteOrphanedCuts } from './cuts.ts';
import { deleteRedundantDrafts } from './drafts.ts';
import { deleteExpiredPreviews } from './previews.ts';
import { writingRoutes } from './routes.ts';

export const writing: Module = {
  name: 'writing',
  routes: writingRoutes,
  pages: [
    { isAt: (path) => path.startsWith(urls.preview('')), isForFew: true },
    { isAt: (path) => path === urls.typedPreview, isIndexed: false, isCounted: false, isSandboxed: true },
  ],
  schedules: (blog) => [
    { name: 'delete expired previews', everyMs: hour, run: () => deleteExpiredPreviews(blog) },
    { name: 'delete orphaned cuts', everyMs: day, run: () => deleteOrphanedCuts(blog) },
    { name: 'delete redundant drafts', everyMs: day, run: () => deleteRedundantDrafts(blog) },
  ],
};
