import type { Config } from '../../config.ts';
import { partOf } from '../../platform/blog.ts';

/** What the command that serves the demo offers; a site has none. */
export const demoPart = partOf<Config['demo']>('demo');
