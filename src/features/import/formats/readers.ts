import type { Source } from '../../../platform/files/source.ts';
import type { FormatReader, Reader } from './reader.ts';

/** A reader that is loaded only when a source is looked at, because most sites never import anything. */
const lazy = (format: string, label: string, load: () => Promise<{ reader: FormatReader }>) => ({
  format,
  label,
  load: async (): Promise<Reader> => ({ format, label, ...(await load()).reader }),
});

/**
 * In the order in which they are asked whether a source is theirs: those with an unmistakable mark first, a folder of
 * Markdown files last.
 */
export const readers = [
  // Our own exports contain those of WordPress and Ghost, and Markdown.
  lazy('not-terrible', 'Not Terrible', () => import('./not-terrible/reader.ts')),
  lazy('site', 'a site at its URL', () => import('./site/site.ts')),
  // Squarespace exports in the form of WordPress, with marks of its own.
  lazy('squarespace', 'Squarespace', () => import('./wordpress/squarespace.ts')),
  lazy('wordpress', 'WordPress', () => import('./wordpress/wordpress.ts')),
  lazy('disqus', 'Disqus', () => import('./comments/disqus.ts')),
  lazy('isso', 'Isso', () => import('./comments/isso.ts')),
  lazy('ghost', 'Ghost', () => import('./ghost/ghost.ts')),
  lazy('blogger', 'Blogger', () => import('./blogger/blogger.ts')),
  lazy('medium', 'Medium', () => import('./medium/medium.ts')),
  lazy('substack', 'Substack', () => import('./substack/substack.ts')),
  lazy(
    'markdown',
    'Markdown (Hugo, Jekyll, Eleventy, Zola, Bear Blog, Micro.blog)',
    () => import('./markdown/markdown.ts'),
  ),
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
