import { hour } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { backUpCopy, backUpDaily } from './backups.ts';
import { backupRoutes } from './routes.ts';

export const backup: Module = {
  name: 'backup',
  routes: backupRoutes,
  schedules: (blog) => [
    { name: 'back up the copy from before an upgrade', everyMs: hour, run: () => backUpCopy(blog) },
    { name: 'daily backup', everyMs: hour, run: () => backUpDaily(blog) },
  ],
};
