import type { Module } from '../../platform/module.ts';
import { activityRoutes } from './routes/activity.ts';
import { firstRunRoutes } from './routes/first-run.ts';
import { siteRoutes } from './routes/site.ts';
import { versionRoutes } from './routes/version.ts';

export const site: Module = {
  name: 'site',
  routes: [...siteRoutes, ...firstRunRoutes, ...activityRoutes, ...versionRoutes],
};
