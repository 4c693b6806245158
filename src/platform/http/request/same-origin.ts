import type { IncomingHttpHeaders } from 'node:http';
import { crossSiteRequest } from '../../messages/owner.ts';
import { Problem } from '../problem.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
export const isWrite = (method: string): boolean => !safeMethods.has(method);

/**
 * Refuses a write that a page of another site made the browser send. Sec-Fetch-Site takes precedence over Origin, because
 * the browser itself sets it and a proxy that rewrites the host does not invalidate it. An API call with neither header
 * is not from a browser and passes, since it needs the CSRF token anyway; a plain form must come from a page of this site.
 */
export function requireSameOrigin(headers: IncomingHttpHeaders, siteUrl: string, kind: 'api' | 'form'): void {
  const { origin, host, 'sec-fetch-site': fetchSite } = headers;
  const isSameOrigin =
    fetchSite === undefined
      ? origin === undefined
        ? kind === 'api'
        : isOwnOrigin(origin, host, siteUrl)
      : fetchSite === 'same-origin' || fetchSite === 'none';
  if (!isSameOrigin) throw new Problem('forbidden', crossSiteRequest);
}

function isOwnOrigin(origin: string, host: string | undefined, siteUrl: string): boolean {
  if (origin === siteUrl) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
}
