import { imagesFeature } from '../core/images/connection.ts';
import { publicUrlFeature } from '../core/site/public-url.ts';
import { appsFeature } from '../features/apps/feature.ts';
import { backupFeature } from '../features/backup/feature.ts';
import { demoFeature } from '../features/demo/feature.ts';
import { fediverseFeature } from '../features/fediverse/feature.ts';
import { mailFeature } from '../features/mail/feature.ts';
import { publishFeature } from '../features/publish/feature.ts';
import { socialFeature } from '../features/social/feature.ts';
import { webhooksFeature } from '../features/webhooks/feature.ts';
import type { Blog } from '../platform/blog.ts';
import type { Feature } from '../platform/feature.ts';

/** What the server asks features for; see `Feature`. */
export const features: readonly Feature<Blog>[] = [
  fediverseFeature,
  socialFeature,
  mailFeature,
  backupFeature,
  appsFeature,
  webhooksFeature,
  publishFeature,
  imagesFeature,
  publicUrlFeature,
  demoFeature,
];
