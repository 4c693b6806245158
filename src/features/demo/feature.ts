import { z } from 'zod';
import type { Blog } from '../../platform/blog.ts';
import type { Feature } from '../../platform/feature.ts';
import { demoPart } from './part.ts';

/** The admin area asks the settings whether to show the guide. */
export const demoFeature: Feature<Blog> = {
  name: 'demo',
  part: ({ demo }) => demoPart.with(demo),
  settings: {
    field: 'is_demo',
    setting: 'demo',
    schema: z.literal(true).optional(),
    present: (blog) => (demoPart.of(blog) ? true : undefined),
  },
};
