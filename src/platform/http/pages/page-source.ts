import type { Readable } from 'node:stream';
import { type Blog, partOf } from '../../blog.ts';

/** What the site answers at a path, as a visitor gets it. */
export type PageAnswer = {
  status: number;
  type: string;
  cacheControl: string | undefined;
  /** Cache tags, separated by spaces. */
  tags: string;
  /** Of a redirect. */
  location: string | null;
  body: Readable;
};

/** The public site, as a publication reads it. */
export type PageSource = {
  get(path: string, options?: { onlyHead?: boolean }): Promise<PageAnswer>;
  close(): Promise<void>;
};

/** Rendering is above the blog, so the server provides it. `live`: see `Copy`. */
export const pageSourcePart = partOf<(blog: Blog, live: string | null) => Promise<PageSource>>('pages');
