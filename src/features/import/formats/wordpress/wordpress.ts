import { wxrReader } from './reader.ts';

/** `wp:` elements are unmistakable, also where the declaration of their prefix is missing. */
export const wordpress = wxrReader({
  format: 'wordpress',
  label: 'WordPress',
  isExport: (beginning) =>
    /<rss\b|<channel>|<item>/.test(beginning) &&
    /wordpress\.org\/export\/|<wp:(?:wxr_version|base_site_url|post_id|post_type|author|category|tag)>/.test(
      beginning,
    ),
});

/**
 * Squarespace exports in the form of WordPress, but its texts are HTML without shortcodes, and links of items are paths.
 * Asked before WordPress.
 */
export const squarespace = wxrReader({
  format: 'squarespace',
  label: 'Squarespace',
  isExport: (beginning) =>
    /<wp:\w|wordpress\.org\/export\//.test(beginning) &&
    !/<generator>https?:\/\/wordpress\./.test(beginning) &&
    /<link>\/[^<]|\bsqs-(?:block|html|layout|gallery)|<link>https?:\/\/[\w.-]{1,200}\.squarespace\.com/i.test(
      beginning,
    ),
  convert: { wordpress: false },
});
