import { indexAllTexts } from '../../core/posts/search/search.ts';
import type { OpenDatabase } from '../../platform/db/open.ts';
import { snapshotOf } from '../../platform/db/snapshot.ts';
import { version } from '../../platform/process/package-root.ts';
import type { Source } from './archive/snapshot.ts';

export const backupSource = (database: OpenDatabase): Source => ({
  snapshot: (file) => snapshotOf(database, file, indexAllTexts),
  version,
  now: () => new Date(),
});
