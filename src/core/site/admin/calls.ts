import { callsOf } from '../../../platform/admin/data/calls.ts';
import type { activityRoutes } from '../routes/activity.ts';
import type { siteRoutes } from '../routes/site.ts';
import type { versionRoutes } from '../routes/version.ts';
import type { workingRoutes } from '../routes/working.ts';

const { call, page } = callsOf<
  ReturnType<typeof siteRoutes> | typeof activityRoutes | typeof versionRoutes | typeof workingRoutes
>();

const announcement = { id: 1 };
const readAnnouncement = call('GET', '/tasks/:id');
const changeAnnouncement = call('PUT', '/tasks/:id');

export const siteCalls = {
  publicSite: call('GET', '/api/site'),
  site: call('GET', '/api/admin/site'),
  saveSite: call('PUT', '/api/admin/site'),
  customCss: call('GET', '/api/admin/custom-css'),
  saveCustomCss: call('PUT', '/api/admin/custom-css'),
  checkCustomCss: call('POST', '/api/admin/custom-css/check'),
  announcement: () => readAnnouncement(announcement),
  saveAnnouncement: (change: { title?: string; message?: string; active?: boolean }) =>
    changeAnnouncement({ ...announcement, ...change }),
  menu: call('GET', '/api/admin/menu'),
  saveMenu: call('PUT', '/api/admin/menu'),
  overview: call('GET', '/api/admin/overview'),
  working: call('GET', '/api/admin/working'),
  version: call('GET', '/api/admin/version'),
  licenses: call('GET', '/api/admin/licenses'),
  activity: page('/api/admin/activity'),
};
