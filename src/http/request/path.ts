import { urls } from '../../contract/urls.ts';

/**
 * What a request asks for. `path` is in its one spelling, so the cache, the log, the guards and every router see the same
 * path. `spelling` tells whether it was sent like that: another spelling is redirected, a malformed path is not found.
 */
export type Target = { path: string; search: string; spelling: 'canonical' | 'other' | 'malformed' };

/** The usual path: nothing to decode and nothing to resolve. */
const plain = /^(?:\/|(?:\/[\w~!*'()-][\w.~!*'()-]*)+)$/;

/** The specification names this call with a slash at its end. */
const aliases = new Map([[`${urls.api}/api/cat/all/`, `${urls.api}/api/cat/all`]]);

export function readTarget(url = '/'): Target {
  // A proxy may send the whole URL; its host was never trusted.
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#\\]*/i, '') || '/';
  const query = target.indexOf('?');
  const sent = query < 0 ? target : target.slice(0, query);
  const search = query < 0 ? '' : target.slice(query);
  if (plain.test(sent)) return { path: sent, search, spelling: 'canonical' };
  const path = aliases.get(sent) ?? canonicalPath(sent);
  if (path === null) return { path: sent, search, spelling: 'malformed' };
  return { path, search, spelling: path === sent || aliases.has(sent) ? 'canonical' : 'other' };
}

/**
 * The one spelling of a path: no empty and no dot segments, no slash at the end, and each segment encoded as
 * `encodeURIComponent` does, which is how this site writes its links. Null for a path that cannot be decoded.
 */
export function canonicalPath(path: string): string | null {
  if (!/^[/\\]/.test(path)) return null;
  const segments: string[] = [];
  for (const part of path.split(/[/\\]/)) {
    const segment = decode(part);
    if (segment === null) return null;
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(encodeURIComponent(segment));
  }
  return `/${segments.join('/')}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: texts lose these, so they would be another spelling of a name
const control = /[\u0000-\u001f\u007f]/;

function decode(part: string): string | null {
  try {
    const text = decodeURIComponent(part);
    return control.test(text) ? null : text;
  } catch {
    return null;
  }
}
