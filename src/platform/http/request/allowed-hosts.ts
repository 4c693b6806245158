import type { IncomingMessage } from 'node:http';

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Whether the Host header names this machine. Otherwise a page of another site could point its own host name at 127.0.0.1
 * (DNS rebinding) and read a site that is only meant for this machine. Only HTTP/1.0 clients send no host, and no browser
 * is one.
 */
export function loopbackHostCheck(): (request: IncomingMessage) => boolean {
  let lastAllowed: string | undefined;
  return ({ headers: { host } }) => {
    if (host === undefined || host === lastAllowed) return true;
    if (!loopbackHost.test(host)) return false;
    lastAllowed = host;
    return true;
  };
}
