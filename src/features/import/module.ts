import { hour } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { importRoutes, importUploadRoutes } from './routes.ts';
import { deleteExpiredUploads } from './uploads.ts';

export const importing: Module = {
  name: 'import',
  routes: [...importUploadRoutes, ...importRoutes],
  schedules: (blog) => [
    {
      name: 'delete expired uploads of imports',
      everyMs: hour,
      isLocal: true,
      run: () => deleteExpiredUploads(blog),
    },
  ],
};
