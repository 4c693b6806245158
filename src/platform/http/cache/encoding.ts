export type Encoding = 'identity' | 'br' | 'gzip';

const seen = new Map<string, Encoding>();
const seenAtMost = 200;

/** The best encoding that the reader's browser takes. Few different wishes come again and again. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const known = seen.get(accepted);
  if (known) return known;
  const encoding = bestOf(accepted);
  if (seen.size >= seenAtMost) seen.clear();
  seen.set(accepted, encoding);
  return encoding;
}

function bestOf(accepted: string): Encoding {
  if (/\bbr\b/.test(accepted) && !/\bbr\s*;\s*q=0(\.0*)?(?![.\d])/.test(accepted)) return 'br';
  if (/\bgzip\b/.test(accepted) && !/\bgzip\s*;\s*q=0(\.0*)?(?![.\d])/.test(accepted)) return 'gzip';
  return 'identity';
}
