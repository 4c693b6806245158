import type { Readable } from 'node:stream';

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

/** `live`: see `Copy`. */
type Open<Blog> = (blog: Blog, live: string | null) => Promise<PageSource>;
let open: Open<unknown> | undefined;

/** Rendering is above the blog, so the program that publishes provides it. */
export const providePageSource = <Blog>(provided: Open<Blog>): void => {
  open = provided as Open<unknown>;
};

export function openPageSource<Blog>(blog: Blog, live: string | null): Promise<PageSource> {
  if (!open) throw new Error('This program renders no pages: call providePageSource first.');
  return open(blog, live);
}
