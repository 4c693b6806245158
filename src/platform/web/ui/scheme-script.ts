/**
 * Applies the color scheme that the reader chose before the first paint. It is the only inline script of the site; the
 * content security policy allows it by the hash of exactly this text (src/platform/http/headers.ts).
 */
export const schemeScript =
  '{let s;try{s=localStorage.scheme}catch{}if(s)document.documentElement.dataset.scheme=s}';
