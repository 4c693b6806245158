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
  const refused = (name: string) => new RegExp(`\\b${name}\\s*;\\s*q=0(\\.0*)?(?![.\\d])`).test(accepted);
  if (/\bbr\b/.test(accepted) && !refused('br')) return 'br';
  if (/\bgzip\b/.test(accepted) && !refused('gzip')) return 'gzip';
  return 'identity';
}
