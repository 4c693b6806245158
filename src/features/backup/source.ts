import { indexAllTexts } from '../../core/posts/search/search.ts';
import type { OpenDatabase } from '../../platform/db/open.ts';
import { version } from '../../platform/process/package-root.ts';
import { snapshotOf } from './archive/database.ts';
import type { Source } from './archive/snapshot.ts';

export const backupSource = (database: OpenDatabase): Source => ({
  snapshot: (file) => snapshotOf(database, file, indexAllTexts),
  version,
  now: () => new Date(),
});
