import { connectionsPart } from '../../platform/connections/stored-connections.ts';
import { second } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { connectionRoutes } from './routes.ts';

export const credentials: Module = {
  name: 'credentials',
  routes: connectionRoutes,
  schedules: (blog) => [
    {
      name: 'read changed connections',
      everyMs: 60 * second,
      isUrgent: true,
      run: async () => connectionsPart.of(blog)?.refresh(),
    },
  ],
};
