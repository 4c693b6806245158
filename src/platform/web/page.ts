import type { ReactNode } from 'react';
import type { Copy } from './copy-context.ts';

/** One request for a page, seen from the page. `Api` is what it can read from the blog. */
export type Visit<Api = unknown> = {
  api: Api;
  url: URL;
  /** Set where the page is written as a file; lists are then divided into numbered pages. */
  copy: Copy | null;
  /** The origin of the published page that an answered form leads back to; null: the server shows it itself. */
  published: string | null;
  /** Whether the owner asks. */
  signedIn: boolean;
  /** The named segments of the path, decoded. */
  params: Readonly<Record<string, string>>;
};

/** Style sheets that not every page needs, in their order. */
export const pageStyles = ['list', 'post', 'other'] as const;
export type PageStyle = (typeof pageStyles)[number];

/** What a page shows: elements for the head of the document and for its `<main>`. */
export type Screen = {
  status?: number;
  head: ReactNode;
  main: ReactNode;
  /** Origins of players that readers can load in a frame; the content security policy of other pages allows none. */
  frames?: readonly string[];
  /** The style sheets that the page needs beside the one for all pages; without this, it links all of them. */
  styles?: readonly PageStyle[];
  /** Without the script of public pages. */
  isStatic?: boolean;
  /** Whether other sites can announce that they mention it, if this site takes webmentions. */
  isMentionable?: boolean;
};

export type Redirect = {
  redirect: string;
  status: 301 | 302 | 303;
  headers?: Readonly<Record<string, string>>;
};

/**
 * A public page: its path and how it answers. Add it to the list in `modules/pages.ts`. What `get` reads through the API
 * decides when the cached page is invalidated.
 */
export type Page<Api = unknown> = {
  /** Segments that begin with a colon are parameters: `/post/:title`. */
  path: string;
  get(visit: Visit<Api>): Promise<Screen | Redirect>;
  /** Answers forms that are sent without JavaScript. */
  post?(visit: Visit<Api>, form: URLSearchParams): Promise<Screen | Redirect>;
};

export const redirectTo = (redirect: string, status: Redirect['status'] = 302): Redirect => ({
  redirect,
  status,
});
