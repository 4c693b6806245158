import type { IncomingMessage } from 'node:http';

const thisMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Whether a request names this machine as its host. A foreign name can be pointed at it (DNS rebinding): a page under that
 * name could then read and try here whatever this machine may. Only HTTP/1.0 leaves the host out, and no browser speaks it.
 */
export function ownHostCheck(): (request: IncomingMessage) => boolean {
  let lastOwn: string | undefined;
  return ({ rawHeaders }) => {
    const host = hostIn(rawHeaders);
    if (host === undefined || host === lastOwn) return true;
    if (!thisMachine.test(host)) return false;
    lastOwn = host;
    return true;
  };
}

/** Without parsing all headers, because pages in the cache are sent without. */
function hostIn(rawHeaders: readonly string[]): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host')
      return rawHeaders[index + 1];
  return undefined;
}
