const strong = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag);

/**
 * Whether an If-None-Match header names this ETag. The comparison is weak, as RFC 9110 wants it, because proxies that
 * compress make strong tags weak. Linear in the length of the header, which a stranger chooses: no regular expression.
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true;
  const wanted = strong(etag);
  return header.split(',').some((part) => {
    const tag = part.trim();
    return tag === '*' || strong(tag) === wanted;
  });
}
