/** What a robots.txt asks of this program (RFC 9309). */
export type Robots = {
  allows(url: URL): boolean;
  /** Null where it does not say how long to wait between requests. */
  delayMs: number | null;
  sitemaps: readonly string[];
};

type Group = { rules: { allow: boolean; path: string }[]; delay: string | null };

const maxLines = 5_000;
/** Many `*` in a pattern would take long to match. */
const maxPathLength = 500;
const productToken = 'notterrible';

export function parseRobots(text: string): Robots {
  const groups = new Map<string, Group>();
  const sitemaps: string[] = [];
  let current: Group[] = [];
  let isNaming = false;
  for (const line of text.split(/[\r\n]+/, maxLines)) {
    const [, rawName = '', rawValue = ''] = /^\s*([A-Za-z-]{1,30})\s*:\s*([^#]*)/.exec(line) ?? [];
    const [name, value] = [rawName.toLowerCase(), rawValue.trim()];
    if (name === 'user-agent') {
      const group = groups.getOrInsertComputed(value.toLowerCase(), () => ({ rules: [], delay: null }));
      current = isNaming ? [...current, group] : [group];
    } else if (name === 'sitemap') sitemaps.push(value);
    else if ((name === 'allow' || name === 'disallow') && value !== '' && value.length <= maxPathLength)
      for (const { rules } of current) rules.push({ allow: name === 'allow', path: value });
    else if (name === 'crawl-delay') for (const group of current) group.delay = value;
    if (name !== '' && name !== 'sitemap') isNaming = name === 'user-agent';
  }
  const group = groups.get(productToken) ?? groups.get('*');
  const seconds = Number(group?.delay ?? Number.NaN);
  return {
    sitemaps,
    delayMs: seconds >= 0 ? seconds * 1000 : null,
    allows: ({ pathname, search }) => {
      const matching = (group?.rules ?? []).filter(({ path }) => matches(path, pathname + search));
      const [best] = matching.toSorted(
        (a, b) => b.path.length - a.path.length || Number(b.allow) - Number(a.allow),
      );
      return best?.allow ?? true;
    },
  };
}

function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    const found = isLast && isWhole ? path.length - part.length : path.indexOf(part, at);
    if (found < at || !path.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length;
}
