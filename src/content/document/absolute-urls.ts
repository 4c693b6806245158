import { attribute, elements, type Fragment, setAttribute } from './tree.ts';

/** Resolves relative URLs against `base`, for HTML that is read outside the page. */
export function makeUrlsAbsolute(tree: Fragment, base: string): void {
  const resolve = (url: string) => URL.parse(url, base)?.href ?? url;
  for (const node of elements(tree)) {
    for (const name of ['href', 'src']) {
      const value = attribute(node, name);
      if (value !== undefined && !hasScheme(value)) setAttribute(node, name, resolve(value));
    }
    const srcset = attribute(node, 'srcset');
    if (srcset !== undefined) setAttribute(node, 'srcset', resolveSrcset(srcset, resolve));
  }
}

function hasScheme(url: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(url);
}

function resolveSrcset(srcset: string, resolve: (url: string) => string): string {
  return srcset
    .split(/,\s+/)
    .map((candidate) => candidate.trim().split(/\s+/))
    .map(([url = '', ...descriptor]) => [resolve(url), ...descriptor].join(' '))
    .join(', ');
}
