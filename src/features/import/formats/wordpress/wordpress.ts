import { wxrReader } from './reader.ts';

/** `wp:` elements are unmistakable, also where the declaration of their prefix is missing. */
export const reader = wxrReader({
  isExport: (beginning) =>
    /<rss\b|<channel>|<item>/.test(beginning) &&
    /wordpress\.org\/export\/|<wp:(?:wxr_version|base_site_url|post_id|post_type|author|category|tag)>/.test(
      beginning,
    ),
});
