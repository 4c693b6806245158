import type { IncomingHttpHeaders } from 'node:http';

/** The headers of a request that decide whether and as what it is counted. */
export type CountedHeaders = {
  userAgent: string;
  referrer: string;
  host: string;
  forwarded: string;
  hasLanguage: boolean;
  /** The reader does not want to be counted (`DNT`, `Sec-GPC`), or did not ask for the page yet (a prefetch). */
  isLeftOut: boolean;
  isProxied: boolean;
};

export const countedHeaders = (headers: IncomingHttpHeaders): CountedHeaders => ({
  userAgent: headers['user-agent'] ?? '',
  referrer: headers.referer ?? '',
  host: headers.host ?? '',
  forwarded: String(headers['x-forwarded-for'] ?? ''),
  hasLanguage: headers['accept-language'] !== undefined,
  isLeftOut:
    headers.dnt === '1' ||
    headers['sec-gpc'] === '1' ||
    // `Purpose` is set by the script of public pages, which cannot set `Sec-Purpose`, and by older browsers.
    (headers.purpose ?? headers['sec-purpose'] ?? headers['x-moz']) !== undefined,
  isProxied: (headers['x-forwarded-for'] ?? headers.forwarded ?? headers.via) !== undefined,
});
