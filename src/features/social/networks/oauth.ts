import { createHmac, randomUUID } from 'node:crypto';

export type OAuthKeys = { apiKey: string; apiSecret: string; accessToken: string; accessSecret: string };

/**
 * The Authorization header of a request with OAuth 1.0a (RFC 5849, HMAC-SHA1). Bodies in JSON and multipart form are
 * not part of the signature; `form` holds the fields of a URL-encoded one.
 */
export function oauthHeader(
  keys: OAuthKeys,
  method: string,
  url: URL,
  { form = {}, nonce, timestamp }: { form?: Record<string, string>; nonce?: string; timestamp?: number } = {},
): string {
  const oauth = {
    oauth_consumer_key: keys.apiKey,
    oauth_nonce: nonce ?? randomUUID(),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(timestamp ?? Math.floor(Date.now() / 1000)),
    oauth_token: keys.accessToken,
    oauth_version: '1.0',
  };
  const parameters = [...Object.entries({ ...form, ...oauth }), ...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const base = [method, url.origin + url.pathname, parameters].map(encode).join('&');
  const key = `${encode(keys.apiSecret)}&${encode(keys.accessSecret)}`;
  const oauth_signature = createHmac('sha1', key).update(base).digest('base64');
  const fields = Object.entries({ ...oauth, oauth_signature });
  return `OAuth ${fields.map(([name, value]) => `${encode(name)}="${encode(value)}"`).join(', ')}`;
}

/** Percent-encoding of RFC 3986, which leaves fewer characters as they are than JavaScript's. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
