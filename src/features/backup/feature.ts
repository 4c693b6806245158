import type { Blog } from '../../platform/blog.ts';
import type { Feature } from '../../platform/feature.ts';
import { backupState as schema } from './api.ts';
import { backupState, readRecord } from './backups.ts';

export const backupFeature: Feature<Blog> = {
  name: 'backup',
  lastBackup: readRecord,
  overview: { field: 'backups', schema, read: backupState },
};
