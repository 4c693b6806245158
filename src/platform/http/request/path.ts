import { urls } from '../urls.ts';
import { canonicalPath } from './canonical-path.ts';

/**
 * `path` is normalized to one spelling, so that cache, log, access checks and routers all see the same path. A request
 * whose own spelling differs is redirected, and a malformed path is not found.
 */
export type Target = { path: string; search: string; spelling: 'canonical' | 'other' | 'malformed' };

/** Paths that are canonical as they are, which most are. */
const plainPath = /^(?:\/|(?:\/[\w~!*'()-][\w.~!*'()-]*)+)$/;

/** The specification writes this route with a trailing slash. */
const aliases = new Map([[`${urls.api}/api/cat/all/`, `${urls.api}/api/cat/all`]]);

export function readTarget(url = '/'): Target {
  // A proxy may send an absolute URL; its host is ignored.
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#\\]*/i, '') || '/';
  const query = target.indexOf('?');
  const sent = query < 0 ? target : target.slice(0, query);
  const search = query < 0 ? '' : target.slice(query);
  if (plainPath.test(sent)) return { path: sent, search, spelling: 'canonical' };
  const path = aliases.get(sent) ?? canonicalPath(sent);
  if (path === null) return { path: sent, search, spelling: 'malformed' };
  return { path, search, spelling: path === sent || aliases.has(sent) ? 'canonical' : 'other' };
}
