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

/** From `rawHeaders`, because `request.headers` costs more than sending a cached page. */
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
    const value = raw[at + 1] ?? '';
    switch (raw[at]?.toLowerCase()) {
      case 'user-agent':
        found.userAgent = value;
        break;
      case 'referer':
        found.referrer = value;
        break;
      case 'host':
        found.host = value;
        break;
      case 'accept-language':
        found.hasLanguage = true;
        break;
      case 'dnt':
      case 'sec-gpc':
        if (value === '1') found.isLeftOut = true;
        break;
      // `Purpose` is set by the script of public pages, which cannot set `Sec-Purpose`, and by older browsers.
      case 'purpose':
      case 'sec-purpose':
      case 'x-moz':
        found.isLeftOut = true;
        break;
      case 'x-forwarded-for':
        found.forwarded += found.forwarded === '' ? value : `,${value}`;
        found.isProxied = true;
        break;
      case 'forwarded':
      case 'via':
        found.isProxied = true;
    }
  }
  return found;
}
