import type { Blog } from '../../platform/blog.ts';
import type { Feature } from '../../platform/feature.ts';
import { postsChanged } from './events.ts';

export const webhooksFeature: Feature<Blog> = { name: 'webhooks', on: { postsChanged } };
