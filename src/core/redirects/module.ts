import { second } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { flushCounts } from './redirect-counts.ts';
import { redirectRoutes } from './routes.ts';
import { redirects as sendRedirects } from './serve-redirects.ts';

export const redirects: Module = {
  name: 'redirects',
  redirects: sendRedirects,
  routes: redirectRoutes,
  schedules: (blog) => [
    {
      name: 'store hits of redirects',
      everyMs: 5 * 60 * second,
      isUrgent: true,
      skipAtStart: true,
      run: () => flushCounts(blog),
    },
  ],
};
