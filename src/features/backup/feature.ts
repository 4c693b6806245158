import type { Blog } from '../../platform/blog.ts';
import type { Feature } from '../../platform/feature.ts';
import { backupState as schema } from './api.ts';
import { backupsPart } from './archive/backups.ts';
import { backupState, readRecord } from './backups.ts';

export const backupFeature: Feature<Blog> = {
  name: 'backup',
  lastBackup: async (blog, db) => ({ ...(await readRecord(db)), isOff: backupsPart.of(blog).keep === 0 }),
  overview: { field: 'backups', schema, read: backupState },
};
