import type { EmbedLookup, ImageLookup } from '../../../content/document/render.ts';

/** A post, and what is known of the things that it refers to. */
export type PostSource = {
  /** As docs/development/document-format.md says. */
  content: string;
  /** The absolute URL of its page. */
  url: string;
  /** BCP 47, of the post and of labels in it. */
  language: string;
  findImage: ImageLookup;
  findEmbed: EmbedLookup;
  /** The URL of the same image in a format that all programs for mail show. */
  jpegOf(url: string): string;
  /** Whether a file is on a server of the site: images of other servers would tell these who reads the mail, and when. */
  isOwnFile(url: string): boolean;
};

/** An absolute URL; anchors lead to the page. Null for what a mail must not link to. */
export function absoluteUrl(href: string, base: string): string | null {
  const url = URL.parse(href, base);
  return url && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : null;
}
