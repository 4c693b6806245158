import { day } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { deleteOldNotifications } from './delete-old.ts';
import { conversationRoutes } from './routes.ts';

export const conversation: Module = {
  name: 'conversation',
  routes: conversationRoutes,
  schedules: (blog) => [
    { name: 'delete what other servers were told', everyMs: day, run: () => deleteOldNotifications(blog) },
  ],
};
