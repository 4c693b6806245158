import type { Files } from './files.ts';

/** What the URLs of stored files begin with: a path of the site, or the public URL of a bucket. */
export const filePrefix = (files: Pick<Files, 'url'>): string => files.url('a').slice(0, -1);
