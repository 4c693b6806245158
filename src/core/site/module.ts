import type { Blog } from '../../platform/blog.ts';
import type { Module } from '../../platform/module.ts';
import { previewedAppearance } from './api/appearance.ts';
import { isCssOff } from './api/custom-css.ts';
import { themePath } from './api/theme-url.ts';
import { activityRoutes } from './routes/activity.ts';
import { siteRoutes } from './routes/site.ts';
import { sendTheme } from './routes/theme.ts';
import { versionRoutes } from './routes/version.ts';
import { workingRoutes } from './routes/working.ts';

/** The schemas of the settings and the overview have parts of features. */
export const site = (features: Blog['features']): Module => ({
  name: 'site',
  isUncached: isCssOff,
  isFramed: (url) => previewedAppearance(url) !== null,
  routeNames: { own: [themePath] },
  answers: () => [
    ({ site: { blog }, path, request, response }) => {
      if (path !== themePath) return false;
      sendTheme(request, response, blog.isRepeatable);
      return true;
    },
  ],
  routes: [...siteRoutes(features), ...activityRoutes, ...versionRoutes, ...workingRoutes],
});
