import type { Blog } from '../../platform/blog.ts';
import type { Feature } from '../../platform/feature.ts';
import { appsSwitch } from './api.ts';
import { appsSetting, toApps } from './switch.ts';

/** Pages name the endpoints of what is on. */
export const appsFeature: Feature<Blog> = {
  name: 'apps',
  settings: {
    field: 'apps',
    setting: appsSetting,
    schema: appsSwitch.optional(),
    present: (_blog, stored) => (stored === undefined ? undefined : toApps(stored)),
  },
};
