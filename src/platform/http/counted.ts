import type { IncomingMessage } from 'node:http';

/** As what a response is counted. Made once for each cached page. */
export type Counted = { kind: 'page' | 'feed' | 'missing'; name: string };

/** The name of a post, or of a page of the owner, which stays the same when its URL changes. */
export const nameOfPost = (id: number): string => `post:${id}`;

/** Counts responses; `Site.statistics` is null while the owner has switched statistics off. */
export type Counter = {
  count(request: IncomingMessage, counted: Counted): void;
  searchedInVain(request: IncomingMessage, terms: string): void;
};
