import type { PublishTo } from '../../../config.ts';
import { bucketTarget } from './bucket.ts';
import { folderTarget } from './folder.ts';
import type { Store } from './target.ts';

export const openStore = (to: PublishTo): Store =>
  'folder' in to ? folderTarget(to.folder, { isCompressed: true }) : bucketTarget(to.bucket, to.prefix);

/** For people, and to notice that it is another one. */
export const nameOf = (to: PublishTo): string =>
  'folder' in to ? to.folder : `s3://${to.bucket.bucket}/${to.prefix}`;
