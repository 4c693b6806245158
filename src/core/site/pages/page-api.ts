import type { Frame } from '../api/site.ts';

/** What public pages read while the server renders them (modules/page-api.ts); each module adds its part. */
export type SiteApi = { frame(): Promise<Frame> };
