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

/** Letters of ASCII differ by it in their case. */
const lowerCaseBit = 0x20;

/** From `rawHeaders`, because `request.headers` costs more than sending a cached page. Most names differ in their length. */
export function countedHeaders(raw: readonly string[]): CountedHeaders {
  const found: CountedHeaders = {
    userAgent: '',
    referrer: '',
    host: '',
    forwarded: '',
    hasLanguage: false,
    isLeftOut: false,
    isProxied: false,
  };
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string;
    switch (name.length) {
      case 3:
        if (isName(name, 'DNT', 'dnt') && raw[at + 1] === '1') found.isLeftOut = true;
        else if (isName(name, 'Via', 'via')) found.isProxied = true;
        break;
      case 4:
        if (isName(name, 'Host', 'host')) found.host = raw[at + 1] as string;
        break;
      case 5:
        if (isName(name, 'X-Moz', 'x-moz')) found.isLeftOut = true;
        break;
      case 7:
        if (isName(name, 'Referer', 'referer')) found.referrer = raw[at + 1] as string;
        else if (isName(name, 'Sec-GPC', 'sec-gpc')) found.isLeftOut ||= raw[at + 1] === '1';
        // Set by the script of public pages, which cannot set Sec-Purpose, and by older browsers.
        else if (isName(name, 'Purpose', 'purpose')) found.isLeftOut = true;
        break;
      case 9:
        if (isName(name, 'Forwarded', 'forwarded')) found.isProxied = true;
        break;
      case 10:
        if (isName(name, 'User-Agent', 'user-agent')) found.userAgent = raw[at + 1] as string;
        break;
      case 11:
        // Also of pages that are rendered before they are shown (`prefetch;prerender`).
        if (isName(name, 'Sec-Purpose', 'sec-purpose')) found.isLeftOut = true;
        break;
      case 15:
        if (isName(name, 'Accept-Language', 'accept-language')) found.hasLanguage = true;
        else if (isName(name, 'X-Forwarded-For', 'x-forwarded-for')) {
          found.forwarded += found.forwarded === '' ? raw[at + 1] : `,${raw[at + 1]}`;
          found.isProxied = true;
        }
    }
  }
  return found;
}

/**
 * The last letter tells most names of the same length apart, and the first one in which case the name is written: changing the case
 * creates a string, and each comparison of two strings costs as much as the rest.
 */
const isName = (name: string, usual: string, lower: string): boolean =>
  (name.charCodeAt(name.length - 1) | lowerCaseBit) === lower.charCodeAt(lower.length - 1) &&
  (name === ((name.charCodeAt(0) & lowerCaseBit) === 0 ? usual : lower) || name.toLowerCase() === lower);
