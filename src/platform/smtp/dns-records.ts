import { Resolver } from 'node:dns/promises';

/** What a name of the DNS says in TXT records; null: no name server answered. */
export type TxtLookup = (name: string) => Promise<string[] | null>;

const maxTries = 2;
const tryMs = 3000;
const maxRecords = 50;

/** Asks the name servers of the system, or the given ones (`127.0.0.1:5353`). */
export function txtLookup(servers?: readonly string[]): TxtLookup {
  const resolver = new Resolver({ timeout: tryMs, tries: maxTries });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    try {
      const records = await resolver.resolveTxt(name);
      return records.slice(0, maxRecords).map((parts) => parts.join(''));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null;
    }
  };
}

/** Strings of TXT records have at most 255 bytes; longer values are written as several. */
export function splitTxt(value: string): string | null {
  if (value.length <= 255) return null;
  return (value.match(/.{1,250}/gs) ?? []).map((part) => `"${part}"`).join(' ');
}

/** The tags of a DKIM or DMARC record. */
export function tagsOf(record: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const part of record.split(';')) {
    const at = part.indexOf('=');
    if (at > 0) tags.set(part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).replaceAll(/\s/g, ''));
  }
  return tags;
}
