type HeaderLink = { url: string; rels: readonly string[] };

/**
 * The links of a `Link` header (RFC 8288) about the page itself. URLs may contain commas and semicolons, and so may quoted
 * parameters, so the header cannot be split at them.
 */
export function parseLinkHeader(header: string): HeaderLink[] {
  const links: HeaderLink[] = [];
  let at = 0;
  while (at < header.length) {
    const start = header.indexOf('<', at);
    const end = start < 0 ? -1 : header.indexOf('>', start);
    if (end < 0) break;
    const { parameters, next } = readParameters(header, end + 1);
    at = next;
    // An anchor makes it a link of another page.
    if (!parameters.has('anchor'))
      links.push({ url: header.slice(start + 1, end).trim(), rels: relsOf(parameters.get('rel')) });
  }
  return links;
}

/** The values of a `rel`, which ignores case. */
export const relsOf = (rel = ''): string[] =>
  rel
    .toLowerCase()
    .split(/[ \t\n\f\r]/)
    .filter(Boolean);

/** Reads `; name=value; name="value"` up to the comma before the next link. Of parameters with one name the first counts. */
function readParameters(header: string, from: number): { parameters: Map<string, string>; next: number } {
  const parameters = new Map<string, string>();
  let at = from;
  while (at < header.length && header[at] !== ',') {
    const end = endOfParameter(header, at);
    const text = header.slice(at, end);
    const equals = text.indexOf('=');
    const name = (equals < 0 ? text : text.slice(0, equals)).trim().toLowerCase();
    if (name && !parameters.has(name))
      parameters.set(name, equals < 0 ? '' : unquoted(text.slice(equals + 1)));
    at = header[end] === ';' ? end + 1 : end;
  }
  return { parameters, next: at + 1 };
}

/** The position of the next semicolon or comma outside quotes. */
function endOfParameter(header: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < header.length; at++) {
    const character = header[at];
    if (isQuoted && character === '\\') at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === ';' || character === ',')) return at;
  }
  return header.length;
}

function unquoted(value: string): string {
  const trimmed = value.trim();
  return trimmed.startsWith('"') ? trimmed.replace(/^"|"$/g, '').replace(/\\(.)/gs, '$1') : trimmed;
}
