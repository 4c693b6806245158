import type { IncomingMessage } from 'node:http';

/** As what a response is counted. Made once for each cached page. */
export type Counted = { kind: 'page' | 'feed' | 'missing'; name: string };

/** Counts responses; `Site.statistics` is null while the owner has switched statistics off. */
export type Counter = {
  count(request: IncomingMessage, counted: Counted): void;
  searchedInVain(request: IncomingMessage, terms: string): void;
};
