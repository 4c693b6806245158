import { hour } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { deleteExpiredForms } from './comments.ts';
import { deleteExpiredComments } from './moderation.ts';
import { commentRoutes } from './routes/comments.ts';
import { moderationRoutes } from './routes/moderation.ts';
import { peopleRoutes } from './routes/people.ts';
import { scorePending } from './spam.ts';

export const comments: Module = {
  name: 'comments',
  routes: [...commentRoutes, ...moderationRoutes, ...peopleRoutes],
  schedules: (blog, signal) => [
    { name: 'rate waiting comments', everyMs: hour, run: () => scorePending(blog, signal) },
    { name: 'delete expired ids of comment forms', everyMs: hour, run: () => deleteExpiredForms(blog) },
    { name: 'delete expired comments', everyMs: hour, run: () => deleteExpiredComments(blog) },
  ],
};
