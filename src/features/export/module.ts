import { hour } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { deleteExpiredExports } from './exports.ts';
import { exportRoutes } from './routes.ts';

export const exporting: Module = {
  name: 'export',
  routes: exportRoutes,
  schedules: (blog) => [
    { name: 'delete expired exports', everyMs: hour, isLocal: true, run: () => deleteExpiredExports(blog) },
  ],
};
