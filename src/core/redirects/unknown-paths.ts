import { maxUnknownPathLength } from '../../platform/http/api/limits.ts';
import { isSecretLink } from '../../platform/http/urls.ts';
import { postQuery } from './redirect-paths.ts';

/**
 * What scanners for weaknesses ask every site for. No reader follows a link there, so the owner is not asked where it should
 * lead.
 */
const probes =
  /^\/(?:\.|wp-(?:admin|includes|json|login|config|cron)|wp-content\/(?:plugins|themes)|xmlrpc|cgi-bin|vendor\/|phpmyadmin|owa\/|actuator)|\.(?:aspx?|bak|cfm|cgi|dll|env|exe|git|ini|jsp|log|old|php\d?|sh|sql|swp|tar|t?gz|ya?ml|zip)$/i;

/**
 * How an unknown path is remembered: without its query, except for a parameter by which blog programs address something;
 * null for what is not worth remembering, or may be a secret or about a person.
 */
export function rememberedPath(path: string, search: string): string | null {
  if (isSecretLink(path) || /@|%40/.test(path)) return null;
  const known = postQuery(search);
  const query = known && /^[\w-]{1,60}$/.test(known.value) ? `?${known.name}=${known.value}` : '';
  if (path === '/' && query === '') return null;
  if (query === '' && probes.test(path)) return null;
  return (path + query).slice(0, maxUnknownPathLength);
}
