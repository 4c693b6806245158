import { wxrReader } from './reader.ts';

/**
 * Squarespace exports in the form of WordPress, but its texts are HTML without shortcodes, and links of items are paths.
 * Asked before WordPress.
 */
export const reader = wxrReader({
  isExport: (beginning) =>
    /<wp:\w|wordpress\.org\/export\//.test(beginning) &&
    !/<generator>https?:\/\/wordpress\./.test(beginning) &&
    /<link>\/[^<]|\bsqs-(?:block|html|layout|gallery)|<link>https?:\/\/[\w.-]{1,200}\.squarespace\.com/i.test(
      beginning,
    ),
  convert: { wordpress: false },
});
