import type { Source } from '../../../platform/files/source.ts';
import type { Reader } from './reader.ts';

/** A reader that is loaded only when a source is looked at, because most sites never import anything. */
type LazyReader = { format: string; label: string; load: () => Promise<Reader> };

/**
 * In the order in which they are asked whether a source is theirs: those with an unmistakable mark first, a folder of
 * Markdown files last.
 */
export const readers: readonly LazyReader[] = [
  // Our own exports contain those of WordPress and Ghost, and Markdown.
  {
    format: 'not-terrible',
    label: 'Not Terrible',
    load: async () => (await import('./not-terrible/reader.ts')).notTerrible,
  },
  { format: 'site', label: 'a site at its URL', load: async () => (await import('./site/site.ts')).reader },
  // Squarespace exports in the form of WordPress, with marks of its own.
  {
    format: 'squarespace',
    label: 'Squarespace',
    load: async () => (await import('./wordpress/wordpress.ts')).squarespace,
  },
  {
    format: 'wordpress',
    label: 'WordPress',
    load: async () => (await import('./wordpress/wordpress.ts')).wordpress,
  },
  { format: 'disqus', label: 'Disqus', load: async () => (await import('./comments/disqus.ts')).reader },
  { format: 'isso', label: 'Isso', load: async () => (await import('./comments/isso.ts')).reader },
  { format: 'ghost', label: 'Ghost', load: async () => (await import('./ghost/ghost.ts')).reader },
  {
    format: 'blogger',
    label: 'Blogger',
    load: async () => (await import('./blogger/blogger.ts')).reader,
  },
  {
    format: 'medium',
    label: 'Medium',
    load: async () => (await import('./medium/medium.ts')).reader,
  },
  {
    format: 'substack',
    label: 'Substack',
    load: async () => (await import('./substack/substack.ts')).reader,
  },
  {
    format: 'markdown',
    label: 'Markdown (Hugo, Jekyll, Eleventy, Zola, Bear Blog, Micro.blog)',
    load: async () => (await import('./markdown/markdown.ts')).reader,
  },
];

/** The reader of a format that was detected before. */
export async function loadReader(format: string): Promise<Reader | undefined> {
  return readers.find((reader) => reader.format === format)?.load();
}

/** The first reader that recognizes the source. */
export async function detectReader(source: Source): Promise<Reader | undefined> {
  for (const { load } of readers) {
    const reader = await load();
    if (await reader.detects(source)) return reader;
  }
  return undefined;
}
